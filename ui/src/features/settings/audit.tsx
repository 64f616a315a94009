import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { Select, TextField } from "@/components/field";
import { EmptyState, ErrorState, Skeleton } from "@/components/states";
import { settings } from "@/words/en/settings";
import styles from "./audit.module.css";
import { ANY, auditQuery, type AuditWanted, exportAddress } from "./audit-queries";
import { AuditTable } from "./audit-table";
import { accountsQuery } from "./people-queries";

const words = settings.audit;

/** Who did what. */
export function AuditSection() {
  const [wanted, setWanted] = useState(ANY);
  const found = useInfiniteQuery(auditQuery(wanted));
  const entries = found.data?.pages.flatMap(({ items }) => items);
  return (
    <>
      <p>{words.detail}</p>
      <Filters wanted={wanted} onChange={(change) => setWanted({ ...wanted, ...change })} />
      {entries === undefined ? (
        found.isError ? (
          <ErrorState error={found.error} onRetry={() => void found.refetch()} />
        ) : (
          <Skeleton lines={10} height={480} />
        )
      ) : entries.length === 0 ? (
        <EmptyState title={words.none} />
      ) : (
        <AuditTable
          entries={entries}
          more={found.hasNextPage}
          onMore={() => {
            if (!found.isFetchingNextPage) void found.fetchNextPage();
          }}
        />
      )}
    </>
  );
}

interface FiltersProps {
  wanted: AuditWanted;
  onChange: (change: Partial<AuditWanted>) => void;
}

function Filters({ wanted, onChange }: FiltersProps) {
  const accounts = useQuery(accountsQuery("")).data?.items ?? [];
  return (
    <div className={styles.filters}>
      <Select
        label={words.action}
        value={wanted.action}
        onChange={(event) => onChange({ action: event.target.value })}
      >
        <option value="">{words.everything}</option>
        {Object.entries(words.actions).map(([action, label]) => (
          <option key={action} value={action}>
            {label}
          </option>
        ))}
      </Select>
      <Select
        label={words.who}
        value={wanted.account}
        onChange={(event) => onChange({ account: event.target.value })}
      >
        <option value="">{words.anybody}</option>
        {accounts.map((account) => (
          <option key={account.id} value={account.id}>
            {account.name}
          </option>
        ))}
      </Select>
      <TextField
        type="date"
        label={words.since}
        value={wanted.since}
        max={wanted.until || undefined}
        onChange={(event) => onChange({ since: event.target.value })}
      />
      <TextField
        type="date"
        label={words.until}
        value={wanted.until}
        min={wanted.since || undefined}
        onChange={(event) => onChange({ until: event.target.value })}
      />
      <a className={styles.export} href={exportAddress(wanted)} download>
        <Download aria-hidden="true" />
        {words.export}
      </a>
    </div>
  );
}
