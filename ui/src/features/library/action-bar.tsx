import {
  Ellipsis,
  FolderInput,
  FolderMinus,
  FolderPlus,
  GitCompareArrows,
  MessageSquareText,
  RefreshCw,
  ScanText,
  Trash2,
  X,
} from "lucide-react";
import { useNavigate } from "react-router";
import type { DocumentEntry } from "@/api/shapes";
import { Button, IconButton } from "@/components/button";
import { Menu, type MenuItem } from "@/components/menu";
import { words } from "@/words";
import { library } from "@/words/en/library";
import styles from "./action-bar.module.css";
import { useListingDeeds } from "./listing-deeds";

/** So many documents a question or a comparison may name. */
const MOST_ASKED = 200;

/** What can be done with all that is chosen. */
export function ActionBar({ chosen, onClear }: { chosen: readonly DocumentEntry[]; onClear: () => void }) {
  const navigate = useNavigate();
  const { deeds, source, ask, canChange } = useListingDeeds();
  const ids = chosen.map((one) => one.id).join(",");
  const many = chosen.length > MOST_ASKED;
  const askLabel = chosen.length === 1 ? library.action.ask : library.action.askAll;
  const changeable = chosen.every(canChange);
  const finish = (deed: () => void) => () => {
    deed();
    onClear();
  };
  const items: (MenuItem | "line")[] = [
    ...(source
      ? [
          {
            label: library.action.move,
            icon: <FolderInput />,
            run: () => ask({ deed: "move", documents: chosen }),
          },
          {
            label: library.action.takeOut,
            icon: <FolderMinus />,
            run: finish(() => deeds.takeOut(chosen, source)),
          },
        ]
      : []),
    {
      label: library.action.readAgainOcr,
      icon: <ScanText />,
      run: finish(() => deeds.readAgain(chosen, true)),
    },
    {
      label: library.action.readAgainPlain,
      icon: <RefreshCw />,
      run: finish(() => deeds.readAgain(chosen, false)),
    },
    "line",
    {
      label: words.actions.delete,
      icon: <Trash2 />,
      tone: "loss",
      run: finish(() => deeds.remove(chosen)),
    },
  ];
  return (
    <section className={styles.bar} aria-label={library.action.bar} data-docked>
      <IconButton size="s" icon={<X />} label={library.action.clear} keys="Esc" onClick={onClear} />
      <p className={styles.count} role="status">
        {library.action.chosen(chosen.length)}
      </p>
      <Button
        size="s"
        icon={<MessageSquareText />}
        aria-label={askLabel}
        disabled={many}
        title={many ? library.action.most(MOST_ASKED) : undefined}
        onClick={() => void navigate(`/ask?documents=${ids}`)}
      >
        <span className={styles.roomy}>{askLabel}</span>
      </Button>
      {chosen.length > 1 && (
        <Button
          size="s"
          icon={<GitCompareArrows />}
          aria-label={library.action.compare}
          disabled={many}
          title={many ? library.action.most(MOST_ASKED) : undefined}
          onClick={() => void navigate(`/compare?documents=${ids}`)}
        >
          <span className={styles.roomy}>{library.action.compare}</span>
        </Button>
      )}
      {changeable && (
        <>
          <Button
            size="s"
            tone="quiet"
            icon={<FolderPlus />}
            aria-label={library.action.add}
            onClick={() => ask({ deed: "add", documents: chosen })}
          >
            <span className={styles.roomy}>{library.action.add}</span>
          </Button>
          <Menu
            items={items}
            trigger={<IconButton size="s" icon={<Ellipsis />} label={words.actions.more} />}
          />
        </>
      )}
    </section>
  );
}
