import { useState } from "react";
import { useNavigate } from "react-router";
import { Button } from "@/components/button";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { Check } from "@/components/field";
import { Segmented } from "@/components/segmented";
import { changePreferences, forgetAll, usePreferences } from "@/lib/preferences";
import { words as all } from "@/words";
import { settings as words } from "@/words/en/settings";
import { Line } from "./line";
import { Panel } from "./panel";

/** How the room looks to this browser, and what it keeps. */
export function RoomSection() {
  const preferences = usePreferences();
  const [asking, setAsking] = useState(false);
  const navigate = useNavigate();
  const { theme, mode } = preferences;
  return (
    <>
      <p>{words.room.detail}</p>
      <Panel title={words.room.theme}>
        <Line label={all.shell.theme.label}>
          <Segmented
            label={all.shell.theme.label}
            value={theme}
            options={(["system", "light", "dark"] as const).map((value) => ({
              value,
              label: all.shell.theme[value],
            }))}
            onChange={(value) => changePreferences({ theme: value })}
          />
        </Line>
        <Line label={words.room.dimPages} hint={words.room.dimPagesHint}>
          <Check
            asSwitch
            label={words.room.dimPages}
            labelHidden
            checked={preferences.dimPages}
            onChange={(event) => changePreferences({ dimPages: event.target.checked })}
          />
        </Line>
      </Panel>
      <Panel title={words.room.asking}>
        <Line label={words.room.mode}>
          <Segmented
            label={words.room.mode}
            value={mode}
            options={(["auto", "quoted", "composed"] as const).map((value) => ({
              value,
              label: words.room.modes[value],
            }))}
            onChange={(value) => changePreferences({ mode: value })}
          />
        </Line>
        <Line label={words.room.precise} hint={words.room.preciseHint}>
          <Check
            asSwitch
            label={words.room.precise}
            labelHidden
            checked={preferences.precise}
            onChange={(event) => changePreferences({ precise: event.target.checked })}
          />
        </Line>
        <Line label={words.room.showUnsupported} hint={words.room.showUnsupportedHint}>
          <Check
            asSwitch
            label={words.room.showUnsupported}
            labelHidden
            checked={preferences.showUnsupported}
            onChange={(event) => changePreferences({ showUnsupported: event.target.checked })}
          />
        </Line>
      </Panel>
      <Panel title={words.room.kept} detail={words.room.keptDetail}>
        <Line label={words.room.welcome}>
          <Button
            size="s"
            onClick={() => {
              changePreferences({ welcomed: false });
              void navigate("/start");
            }}
          >
            {all.actions.open}
          </Button>
        </Line>
        <Line label={words.room.clear}>
          <Button size="s" tone="loss" onClick={() => setAsking(true)}>
            {words.room.forget}
          </Button>
        </Line>
      </Panel>
      {asking && (
        <ConfirmDialog
          title={words.room.clear}
          confirm={words.room.forget}
          onClose={() => setAsking(false)}
          onConfirm={() => {
            forgetAll();
            location.reload();
            return Promise.resolve();
          }}
        >
          <p>{words.room.clearDetail}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
