import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import type { Schemas } from "@/api/client";
import { Button } from "@/components/button";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { whenText } from "@/lib/format";
import { settings } from "@/words/en/settings";
import { revokeToken, tokensQuery } from "./account-queries";
import styles from "./forms.module.css";
import { Line } from "./line";
import { MadeSecret } from "./made-secret";
import { Panel } from "./panel";
import { TokenDialog } from "./token-dialog";

const words = settings.tokens;
type Token = Schemas["TokenInfo"];

/** Tokens for programs. */
export function TokensSection() {
  const tokens = useSuspenseQuery(tokensQuery).data;
  const queries = useQueryClient();
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  const [leaving, setLeaving] = useState<Token | null>(null);
  const refresh = () => queries.invalidateQueries(tokensQuery);
  return (
    <>
      <p>{words.detail}</p>
      <Panel
        title={words.title}
        action={
          <Button tone="primary" icon={<Plus />} onClick={() => setMaking(true)}>
            {words.make}
          </Button>
        }
      >
        {tokens.length === 0 && <p className={styles.empty}>{words.none}</p>}
        {tokens.map((token) => (
          <Line
            key={token.id}
            label={<span dir="auto">{token.name}</span>}
            hint={<TokenFacts token={token} />}
          >
            <Button
              size="s"
              tone="loss"
              aria-label={words.revokeOf(token.name)}
              onClick={() => setLeaving(token)}
            >
              {words.revoke}
            </Button>
          </Line>
        ))}
      </Panel>
      {making && (
        <TokenDialog
          onClose={() => setMaking(false)}
          onMade={(secret) => {
            setMaking(false);
            setMade(secret);
            void refresh();
          }}
        />
      )}
      {made !== null && (
        <MadeSecret title={words.made} secret={made} copy={words.copy} onClose={() => setMade(null)}>
          <p>{words.madeDetail}</p>
          <p>
            {words.use} <code>{words.useHeader}</code>
          </p>
        </MadeSecret>
      )}
      {leaving && (
        <ConfirmDialog
          title={words.revokeOf(leaving.name)}
          confirm={words.revoke}
          onClose={() => setLeaving(null)}
          onConfirm={async () => {
            await revokeToken(leaving.id);
            await refresh();
          }}
        >
          <p>{words.revokeDetail}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function TokenFacts({ token }: { token: Token }) {
  const ended = token.expires_at !== null && new Date(token.expires_at) <= new Date();
  return [
    token.scopes.map((scope) => words.scope[scope]).join(", "),
    token.expires_at === null ? words.endless : ended ? words.ended : words.until(whenText(token.expires_at)),
    token.used_at === null ? words.unused : words.used(whenText(token.used_at)),
  ].join(" · ");
}
