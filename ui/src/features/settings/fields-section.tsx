import { SettingPanels, useSettings } from "./setting-panels";

/** A section that is nothing but settings. */
export function fieldsSection(wanted: readonly string[]) {
  return function FieldsSection() {
    return <SettingPanels settings={useSettings(wanted)} />;
  };
}
