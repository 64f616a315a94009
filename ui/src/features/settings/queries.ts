import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { client, must, type Schemas } from "@/api/client";
import type { Value } from "./setting-model";

export const settingsQuery = queryOptions({
  queryKey: ["settings"],
  queryFn: async (): Promise<Schemas["SettingsShape"]> => must(await client.GET("/api/v1/settings")),
});

export function useSaveSettings() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (values: Record<string, Value | null>) =>
      must(await client.PATCH("/api/v1/settings", { body: { values } })),
    onSuccess: (saved) => queries.setQueryData(settingsQuery.queryKey, saved),
  });
}
