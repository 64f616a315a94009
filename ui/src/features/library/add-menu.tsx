import { useQuery } from "@tanstack/react-query";
import { FileUp, FolderUp, Plus } from "lucide-react";
import { Button } from "@/components/button";
import { Menu } from "@/components/menu";
import { adding } from "@/words/en/adding";
import { usePickers } from "@/components/use-pickers";
import { documentCounts } from "./queries";

/** @param collection where they go; null for the default collection. */
export function AddMenu({ collection }: { collection: string | null }) {
  const pickers = usePickers(collection);
  // Where nothing is yet, what leads on stands in the middle of the screen.
  const empty = useQuery({ ...documentCounts(null), enabled: collection === null }).data?.total === 0;
  return (
    <>
      <Menu
        items={[
          { label: adding.files, icon: <FileUp />, run: pickers.chooseFiles },
          { label: adding.folder, icon: <FolderUp />, run: pickers.chooseFolder },
        ]}
        trigger={
          <Button tone={empty ? "plain" : "primary"} icon={<Plus />}>
            {adding.label}
          </Button>
        }
      />
      {pickers.inputs}
    </>
  );
}
