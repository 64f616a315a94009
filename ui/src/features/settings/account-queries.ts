import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { client, must, type Schemas } from "@/api/client";
import { sessionQuery } from "@/lib/session";

/** What somebody asks of their own account: name, password, second factor, logins, tokens. */

type Account = Schemas["AccountInfo"];

export const loginsQuery = queryOptions({
  queryKey: ["account", "logins"],
  queryFn: async (): Promise<Schemas["SessionInfo"][]> =>
    must(await client.GET("/api/v1/account/sessions")).items,
});

export const tokensQuery = queryOptions({
  queryKey: ["account", "tokens"],
  queryFn: async (): Promise<Schemas["TokenInfo"][]> => must(await client.GET("/api/v1/tokens")).items,
});

/** Something that changes the own account, and gives it as it is then. */
export function useOwnAccount<Given>(change: (given: Given) => Promise<Account>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (account) => {
      queries.setQueryData(sessionQuery.queryKey, (session) => session && { ...session, account });
      return queries.invalidateQueries({ queryKey: ["account"] });
    },
  });
}

export const changeAccount = async (body: Schemas["AccountChange"]): Promise<Account> =>
  must(await client.PATCH("/api/v1/account", { body }));

export const turnOffFactor = async (password: string): Promise<Account> =>
  must(await client.POST("/api/v1/account/totp/off", { body: { password } }));

export const unlinkProvider = async (): Promise<Account> => must(await client.DELETE("/api/v1/account/oidc"));

export const beginFactor = async (): Promise<Schemas["SecondFactor"]> =>
  must(await client.POST("/api/v1/account/totp"));

export const confirmFactor = async (code: string): Promise<string[]> =>
  must(await client.PUT("/api/v1/account/totp", { body: { code } })).codes;

export const renewCodes = async (password: string): Promise<string[]> =>
  must(await client.POST("/api/v1/account/totp/recovery-codes", { body: { password } })).codes;

export const beginLink = async (password: string): Promise<string> =>
  must(await client.POST("/api/v1/account/oidc", { body: { password } })).address;

export const endLogin = (session: string) =>
  client.DELETE("/api/v1/account/sessions/{session}", { params: { path: { session } } });

export const endOtherLogins = async (): Promise<number> =>
  must(await client.DELETE("/api/v1/account/sessions")).ended;

export const makeToken = async (body: Schemas["NewToken"]): Promise<Schemas["MadeToken"]> =>
  must(await client.POST("/api/v1/tokens", { body }));

export const revokeToken = (token: string) =>
  client.DELETE("/api/v1/tokens/{token}", { params: { path: { token } } });
