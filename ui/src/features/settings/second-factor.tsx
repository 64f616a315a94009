import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Schemas } from "@/api/client";
import { Button } from "@/components/button";
import { sessionQuery } from "@/lib/session";
import { showError } from "@/lib/toasts";
import { settings } from "@/words/en/settings";
import { beginFactor, renewCodes, turnOffFactor, useOwnAccount } from "./account-queries";
import { FactorDialog } from "./factor-dialog";
import { Line } from "./line";
import { Panel } from "./panel";
import { PasswordDialog } from "./password-dialog";
import { RecoveryCodes } from "./recovery-codes";

const words = settings.account.factor;

type Open =
  | { dialog: "set up"; factor: Schemas["SecondFactor"] }
  | { dialog: "turn off" }
  | { dialog: "renew" }
  | { dialog: "codes"; codes: readonly string[] };

/** A code beside the password: set up, renew its recovery codes, turn off. */
export function SecondFactor({ account }: { account: Schemas["AccountInfo"] }) {
  const [open, setOpen] = useState<Open | null>(null);
  const queries = useQueryClient();
  const begin = useMutation({
    mutationFn: beginFactor,
    onSuccess: (factor) => setOpen({ dialog: "set up", factor }),
    onError: showError,
  });
  const turnOff = useOwnAccount(turnOffFactor);
  const close = () => setOpen(null);
  const showCodes = (codes: readonly string[]) => setOpen({ dialog: "codes", codes });
  return (
    <Panel title={words.title}>
      <Line label={account.second_factor ? words.on : words.off}>
        {account.second_factor ? (
          <>
            <Button size="s" onClick={() => setOpen({ dialog: "renew" })}>
              {words.renew}
            </Button>
            <Button size="s" tone="loss" onClick={() => setOpen({ dialog: "turn off" })}>
              {words.turnOff}
            </Button>
          </>
        ) : (
          <Button size="s" busy={begin.isPending} onClick={() => begin.mutate()}>
            {words.begin}
          </Button>
        )}
      </Line>
      {open?.dialog === "set up" && (
        <FactorDialog
          factor={open.factor}
          onClose={close}
          onDone={(codes) => {
            showCodes(codes);
            void queries.invalidateQueries(sessionQuery);
          }}
        />
      )}
      {open?.dialog === "turn off" && (
        <PasswordDialog
          title={words.turnOff}
          confirm={words.turnOff}
          tone="loss"
          onClose={close}
          onConfirm={async (password) => {
            await turnOff.mutateAsync(password);
            close();
          }}
        >
          <p>{words.turnOffDetail}</p>
        </PasswordDialog>
      )}
      {open?.dialog === "renew" && (
        <PasswordDialog
          title={words.renew}
          confirm={words.renew}
          onClose={close}
          onConfirm={async (password) => showCodes(await renewCodes(password))}
        >
          <p>{words.renewDetail}</p>
        </PasswordDialog>
      )}
      {open?.dialog === "codes" && <RecoveryCodes codes={open.codes} onClose={close} />}
    </Panel>
  );
}
