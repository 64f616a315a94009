import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { Button } from "@/components/button";
import { exactTime, whenText } from "@/lib/format";
import { showError, showToast } from "@/lib/toasts";
import { settings } from "@/words/en/settings";
import { endLogin, endOtherLogins, loginsQuery } from "./account-queries";
import { browserName } from "./browser-name";
import { Line } from "./line";
import { Panel } from "./panel";

const words = settings.account.logins;

/** Where the account is logged in. */
export function Logins() {
  const logins = useSuspenseQuery(loginsQuery).data;
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries(loginsQuery);
  const end = useMutation({ mutationFn: endLogin, onSuccess: refresh, onError: showError });
  const endOthers = useMutation({
    mutationFn: endOtherLogins,
    onSuccess: (ended) => {
      showToast({ text: words.ended(ended) });
      return refresh();
    },
    onError: showError,
  });
  return (
    <Panel
      title={words.title}
      detail={words.detail}
      action={
        logins.length > 1 && (
          <Button size="s" busy={endOthers.isPending} onClick={() => endOthers.mutate()}>
            {words.endOthers}
          </Button>
        )
      }
    >
      {logins.map((login) => {
        const browser = browserName(login.agent) || words.unknown;
        return (
          <Line
            key={login.id}
            label={login.current ? `${browser} · ${words.current}` : browser}
            hint={
              <span title={exactTime(login.used_at)}>
                {words.from(login.address, whenText(login.used_at))}
              </span>
            }
          >
            {!login.current && (
              <Button
                size="s"
                aria-label={words.endOf(browser)}
                busy={end.isPending && end.variables === login.id}
                onClick={() => end.mutate(login.id)}
              >
                {words.end}
              </Button>
            )}
          </Line>
        );
      })}
    </Panel>
  );
}
