import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { Check, Globe, House } from "lucide-react";
import { client, must, type Schemas } from "@/api/client";
import { Button } from "@/components/button";
import { ErrorNotice, Notice } from "@/components/notice";
import { numberText, secondsText } from "@/lib/format";
import { useStore } from "@/lib/store";
import { sentence } from "@/lib/error-text";
import { aboutQuery } from "@/lib/queries";
import { settings } from "@/words/en/settings";
import { hostOf } from "./about-queries";
import { drafts } from "./drafts";
import styles from "./model.module.css";
import { Panel } from "./panel";
import { settingsQuery } from "./queries";
import { Statement } from "./statement";
import { changes } from "./setting-model";
import { SettingPanels, useSettings } from "./setting-panels";

const words = settings.model;

/** The language model: where text goes, whether it works, its settings. */
export function ModelSection() {
  return (
    <>
      <Whereto />
      <ModelTest />
      <SettingPanels settings={useSettings(["model", "answer.mode"])} />
    </>
  );
}

/** As the server finds it with what is in force; a model that is set but cannot be used is told with its reason. */
function Whereto() {
  const { model } = useSuspenseQuery(aboutQuery).data;
  if (model.used?.remote) {
    return (
      <Statement icon={<Globe />} text={words.sent(hostOf(model.used.address))} detail={using(model.used)} />
    );
  }
  const detail = model.used ? using(model.used) : model.problem ? sentence(model.problem) : words.none;
  return <Statement icon={<House />} text={words.stays} detail={detail} />;
}

const using = ({ name, provider }: Schemas["ModelUsed"]) => words.using(name, provider);

function ModelTest() {
  const all = useSuspenseQuery(settingsQuery).data.settings;
  const written = useStore(drafts);
  const unsaved = all.some((setting) => {
    const draft = written[setting.key];
    return setting.key.startsWith("model.") && draft !== undefined && changes(setting, draft);
  });
  const test = useMutation({
    mutationFn: async () => must(await client.POST("/api/v1/settings/model/test")),
  });
  return (
    <Panel title={words.test.title} detail={unsaved ? words.test.unsaved : words.test.detail}>
      <div className={styles.test}>
        <div className={styles.run}>
          <Button busy={test.isPending} onClick={() => test.mutate()}>
            {test.data || test.isError ? words.test.again : words.test.run}
          </Button>
          <p role="status">{test.isPending && words.test.running}</p>
        </div>
        {!test.isPending && <ErrorNotice error={test.error} />}
        {test.data && <Trial trial={test.data} />}
      </div>
    </Panel>
  );
}

function Trial({ trial }: { trial: Schemas["ModelTrial"] }) {
  const steps = [
    [words.test.steps.load, trial.load_seconds],
    [words.test.steps.first, trial.first_seconds],
    [words.test.steps.whole, trial.total_seconds],
  ] as const;
  return (
    <>
      <Notice tone={trial.replied ? "good" : "loss"} urgent>
        <p dir="auto">
          {trial.replied ? words.test.works(trial.name, hostOf(trial.address)) : words.test.silent}
        </p>
        {trial.remote && <p>{words.sent(hostOf(trial.address))}</p>}
        {trial.window !== null && <p>{words.test.window(numberText(trial.window))}</p>}
      </Notice>
      <ol className={styles.steps}>
        {steps.map(([label, seconds]) => (
          <li key={label}>
            <Check aria-hidden="true" />
            <span>{label}</span>
            <span className="figures">{secondsText(seconds)}</span>
          </li>
        ))}
      </ol>
    </>
  );
}
