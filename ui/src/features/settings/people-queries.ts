import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { client, must, type Schemas } from "@/api/client";

export type Account = Schemas["AccountInfo"];
export type Invitation = Schemas["InvitationInfo"];

/** The first accounts of this name: enough to choose from. */
export const accountsQuery = (name: string) =>
  queryOptions({
    queryKey: ["accounts", "first", name],
    queryFn: async ({ signal }): Promise<Schemas["Listing_AccountInfo_"]> =>
      must(await client.GET("/api/v1/accounts", { params: { query: { words: name, limit: 200 } }, signal })),
  });

export const allAccountsQuery = (name: string) =>
  infiniteQueryOptions({
    queryKey: ["accounts", "all", name],
    queryFn: async ({ pageParam, signal }): Promise<Schemas["Listing_AccountInfo_"]> =>
      must(
        await client.GET("/api/v1/accounts", {
          params: { query: { words: name, limit: 50, ...(pageParam === null ? {} : { cursor: pageParam }) } },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
  });

export const invitationsQuery = queryOptions({
  queryKey: ["invitations"],
  queryFn: async (): Promise<Invitation[]> => must(await client.GET("/api/v1/invitations")).items,
});

const at = (account: string) => ({ params: { path: { account } } });

export const createAccount = async (body: Schemas["NewAccount"]): Promise<Schemas["MadeAccount"]> =>
  must(await client.POST("/api/v1/accounts", { body }));

export const manageAccount = async (account: string, body: Schemas["AccountManaged"]): Promise<Account> =>
  must(await client.PATCH("/api/v1/accounts/{account}", { ...at(account), body }));

export const resetPassword = async (account: string): Promise<Schemas["Link"]> =>
  must(await client.POST("/api/v1/accounts/{account}/reset", at(account)));

export const resetFactor = (account: string) => client.DELETE("/api/v1/accounts/{account}/totp", at(account));

export const deleteAccount = ({ id, name }: Account) =>
  client.DELETE("/api/v1/accounts/{account}", {
    params: { path: { account: id }, query: { confirm: name } },
  });

export const invite = async (body: Schemas["NewInvitation"]): Promise<Schemas["MadeInvitation"]> =>
  must(await client.POST("/api/v1/invitations", { body }));

export const revokeInvitation = (invitation: string) =>
  client.DELETE("/api/v1/invitations/{invitation}", { params: { path: { invitation } } });

/** A link as it is handed over: the server tells only what stands behind its name. */
export const wholeLink = ({ path }: Schemas["Link"]): string => new URL(path, location.origin).href;
