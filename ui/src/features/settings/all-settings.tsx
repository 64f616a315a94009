import { useDeferredValue, useState } from "react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Check, TextField } from "@/components/field";
import { settings as words } from "@/words/en/settings";
import styles from "./all-settings.module.css";
import { settingsQuery } from "./queries";
import { search } from "./setting-model";
import { SettingPanels } from "./setting-panels";

/** Every setting there is, with search. */
export function AllSettingsSection() {
  const { settings } = useSuspenseQuery(settingsQuery).data;
  const [text, setText] = useState("");
  const [changedOnly, setChangedOnly] = useState(false);
  const wanted = useDeferredValue(text);
  const found = search(settings, wanted).filter((setting) => !changedOnly || setting.source !== "default");
  return (
    <>
      <div className={styles.find}>
        <TextField
          type="search"
          label={words.all.search}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Check
          label={words.all.changedOnly}
          checked={changedOnly}
          onChange={(event) => setChangedOnly(event.target.checked)}
        />
        <p className={styles.count} role="status">
          {found.length === 0 && wanted ? words.all.none(wanted) : words.all.count(found.length)}
        </p>
      </div>
      <SettingPanels settings={found} />
    </>
  );
}
