import { useSuspenseQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { settings as words } from "@/words/en/settings";
import { Panel } from "./panel";
import { settingsQuery } from "./queries";
import { SettingField } from "./setting-field";
import { groupName, grouped, type Setting } from "./setting-model";

/** Settings as fields, under the names of the parts they belong to. */
export function SettingPanels({ settings }: { settings: readonly Setting[] }) {
  const section = useParams()["section"];
  const above = Object.entries(words.sections).find(([name]) => name === section)?.[1];
  return grouped(settings).map(([group, some]) => (
    <Panel key={group} title={groupName(group)} titleHidden={groupName(group) === above}>
      {some.map((setting) => (
        <SettingField key={setting.key} setting={setting} />
      ))}
    </Panel>
  ));
}

/** All settings of some parts, or those named one by one, in this order: "privacy", "accounts.audit_questions". */
export function useSettings(wanted: readonly string[]): readonly Setting[] {
  const { settings } = useSuspenseQuery(settingsQuery).data;
  return wanted.flatMap((one) => settings.filter(({ key }) => key === one || key.startsWith(`${one}.`)));
}
