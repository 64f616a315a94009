import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Navigate } from "react-router";
import { Skeleton } from "@/components/states";
import { usePreferences } from "@/lib/preferences";
import { collectionsQuery } from "@/lib/queries";
import { forgetPath, keptPath } from "@/lib/return-path";

/**
 * Where somebody was going before the provider of logins was asked, which sends all back to here; else the question box,
 * and the way to the first question while there is nothing to ask.
 */
export function Home() {
  const [kept] = useState(keptPath);
  useEffect(forgetPath, []);
  const { welcomed } = usePreferences();
  const collections = useQuery({ ...collectionsQuery, enabled: !welcomed });
  if (kept !== null) return <Navigate to={kept} replace />;
  if (!welcomed && collections.isPending) return <Skeleton />;
  const empty = collections.data?.every(({ documents }) => documents === 0) ?? false;
  return <Navigate to={!welcomed && empty ? "/start" : "/ask"} replace />;
}
