import { queryOptions } from "@tanstack/react-query";
import { client, must, type Schemas } from "@/api/client";
import type { About } from "@/api/shapes";

export type Component = About["components"][number];

export const backupQuery = queryOptions({
  queryKey: ["backup"],
  queryFn: async (): Promise<Schemas["BackupState"]> => must(await client.GET("/api/v1/backup")),
  refetchInterval: ({ state }) => (state.data?.state === "making" ? 1000 : false),
});

export const makeBackup = async (): Promise<Schemas["BackupState"]> =>
  must(await client.POST("/api/v1/backup"));

export const removeBackup = () => client.DELETE("/api/v1/backup");

/** Components with all of these words in name or licence. */
export function findComponents(all: readonly Component[], text: string): readonly Component[] {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  return all.filter(({ name, licence }) => {
    const whole = `${name} ${licence}`.toLowerCase();
    return wanted.every((word) => whole.includes(word));
  });
}

/** The machine that an address names. */
export function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host || address : address;
}
