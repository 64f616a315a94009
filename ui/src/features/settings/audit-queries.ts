import { infiniteQueryOptions } from "@tanstack/react-query";
import { API, client, must, type Schemas } from "@/api/client";

/** Which entries are wanted; days are of this browser's calendar, "" for any. */
export interface AuditWanted {
  action: string;
  account: string;
  since: string;
  until: string;
}

export const ANY: AuditWanted = { action: "", account: "", since: "", until: "" };

/** The filter as the server takes it: whole days, the last one included. */
function auditFilter({ action, account, since, until }: AuditWanted) {
  return {
    ...(action && { action }),
    ...(account && { account }),
    ...(since && { since: startOfDay(since, 0) }),
    ...(until && { until: startOfDay(until, 1) }),
  };
}

function startOfDay(day: string, later: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date + later).toISOString();
}

export const auditQuery = (wanted: AuditWanted) =>
  infiniteQueryOptions({
    queryKey: ["audit", wanted],
    queryFn: async ({ pageParam, signal }): Promise<Schemas["Listing_AuditInfo_"]> =>
      must(
        await client.GET("/api/v1/audit", {
          params: {
            query: {
              ...auditFilter(wanted),
              limit: 100,
              ...(pageParam === null ? {} : { cursor: pageParam }),
            },
          },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
  });

/** A link that the browser saves as a file. */
export function exportAddress(wanted: AuditWanted): string {
  return new URL(`audit/export?${new URLSearchParams(auditFilter(wanted)).toString()}`, API).href;
}
