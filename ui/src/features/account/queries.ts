import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiError, client, must, type Schemas } from "@/api/client";
import { sessionQuery, sessionHasEnded } from "@/lib/session";

/** Log in; all that was asked before is asked anew, as who is logged in now. */
export function useLogIn() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: Schemas["LogIn"]) => must(await client.POST("/api/v1/session", { body })),
    onSuccess: async () => {
      await queries.query({ ...sessionQuery, staleTime: 0 });
      sessionHasEnded.set(false);
      void queries.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0],
      });
    },
  });
}

interface NewAccount {
  name: string;
  password: string;
  invitation: string | null;
}

/** The server says the same whether or not the name was free: only logging in tells. */
export class NotOpenedError extends Error {}

export function useSignUp() {
  const logIn = useLogIn();
  return useMutation({
    mutationFn: async ({ name, password, invitation }: NewAccount) => {
      must(await client.POST("/api/v1/session/sign-up", { body: { name, password, invitation } }));
      try {
        await logIn.mutateAsync({ name, password, code: "" });
      } catch (error) {
        throw error instanceof ApiError && error.status === 401 ? new NotOpenedError() : error;
      }
    },
  });
}

export function useSetPassword() {
  return useMutation({
    mutationFn: (body: Schemas["SetPassword"]) => client.POST("/api/v1/session/password", { body }),
  });
}
