import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
} from "@tanstack/react-query";
import { client, must, type Schemas } from "@/api/client";
import type { Conversation, Turn } from "@/api/shapes";

const ALL = ["conversations"] as const;
const LIST = [...ALL, "list"] as const;
const PAGE = 50;

export interface TurnsPage {
  /** With the latest turns comes what they belong to. */
  conversation: Conversation | null;
  turns: Turn[];
}
type TurnPages = InfiniteData<TurnsPage, number | null>;

export const conversationsQuery = (words: string) =>
  infiniteQueryOptions({
    queryKey: [...LIST, words],
    queryFn: async ({ pageParam, signal }) =>
      must(
        await client.GET("/api/v1/conversations", {
          params: { query: { words, limit: PAGE, cursor: pageParam } },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
  });

const turnsKey = (conversation: string) => [...ALL, "turns", conversation] as const;

/** The turns of a conversation, the latest ones first; "next" are those before them. */
const turnsQuery = (conversation: string) =>
  infiniteQueryOptions({
    queryKey: turnsKey(conversation),
    queryFn: ({ pageParam }) =>
      pageParam === null ? latestTurns(conversation) : earlierTurns(conversation, pageParam),
    initialPageParam: null as number | null,
    getNextPageParam: (last: TurnsPage) => {
      const first = last.turns[0]?.number ?? 1;
      return first > 1 ? first : null;
    },
  });

export async function latestTurns(conversation: string): Promise<TurnsPage> {
  const { latest, ...about } = must(
    await client.GET("/api/v1/conversations/{conversation}", { params: { path: { conversation } } }),
  );
  return { conversation: about, turns: latest };
}

async function earlierTurns(conversation: string, before: number): Promise<TurnsPage> {
  const { items } = must(
    await client.GET("/api/v1/conversations/{conversation}/turns", {
      params: { path: { conversation }, query: { before, limit: PAGE } },
    }),
  );
  return { conversation: null, turns: items };
}

/** What may help after a refusal: told with a new one, and asked for where its conversation is opened again. */
export const suggestionsQuery = (conversation: string, turn: number) =>
  queryOptions({
    queryKey: [...ALL, "suggestions", conversation, turn],
    queryFn: async ({ signal }): Promise<Schemas["Suggestions"]> =>
      must(
        await client.GET("/api/v1/conversations/{conversation}/turns/{turn}/suggestions", {
          params: { path: { conversation, turn } },
          signal,
        }),
      ),
    staleTime: 300_000,
  });

const POLL_MS = 1500;

/** A conversation as it is on the server; asked again while another tab, or nobody, follows an answer of it. */
export function useTurns(conversation: string, followed: boolean) {
  return useInfiniteQuery({
    ...turnsQuery(conversation),
    refetchInterval: (query) =>
      !followed && query.state.data?.pages[0]?.turns.some((turn) => turn.answering) ? POLL_MS : false,
  });
}

/** Begin a conversation about a part of the library, or all of it. */
export async function beginConversation(
  queries: QueryClient,
  collection: string | null,
  documents: string[] | null,
): Promise<Conversation> {
  const made = must(
    await client.POST("/api/v1/conversations", { body: { title: "", collection, documents } }),
  );
  const pages: TurnPages = { pages: [{ conversation: made, turns: [] }], pageParams: [null] };
  queries.setQueryData(turnsKey(made.id), pages);
  return made;
}

/** Put the latest turns as the server just gave them in place of those that are shown. */
export function putLatest(queries: QueryClient, conversation: string, latest: TurnsPage): void {
  queries.setQueryData<TurnPages>(turnsKey(conversation), (before) =>
    before
      ? { ...before, pages: [latest, ...before.pages.slice(1)] }
      : { pages: [latest], pageParams: [null] },
  );
  refreshList(queries);
}

/** Put one turn where it belongs: a new one at the end. */
export function putTurn(queries: QueryClient, conversation: string, turn: Turn): void {
  const { queryKey } = suggestionsQuery(conversation, turn.number);
  if (turn.answer?.suggestions) queries.setQueryData(queryKey, turn.answer.suggestions);
  else queries.removeQueries({ queryKey });
  queries.setQueryData<TurnPages>(turnsKey(conversation), (before) => {
    if (!before) return before;
    const known = before.pages.some((page) => page.turns.some((one) => one.number === turn.number));
    return {
      ...before,
      pages: before.pages.map((page, place) => {
        if (known) {
          return { ...page, turns: page.turns.map((one) => (one.number === turn.number ? turn : one)) };
        }
        return place === 0 ? { ...page, turns: [...page.turns, turn] } : page;
      }),
    };
  });
  refreshList(queries);
}

/** The title and the rest of what is known of a conversation, changed before the server says so. */
export function putConversation(queries: QueryClient, id: string, change: Partial<Conversation>): void {
  queries.setQueryData<TurnPages>(
    turnsKey(id),
    (before) =>
      before && {
        ...before,
        pages: before.pages.map((page) =>
          page.conversation ? { ...page, conversation: { ...page.conversation, ...change } } : page,
        ),
      },
  );
  queries.setQueriesData<InfiniteData<{ items: Conversation[]; next: string | null }>>(
    { queryKey: LIST },
    (before) =>
      before && {
        ...before,
        pages: before.pages.map((page) => ({
          ...page,
          items: page.items.map((one) => (one.id === id ? { ...one, ...change } : one)),
        })),
      },
  );
}

export async function renameConversation(queries: QueryClient, id: string, title: string): Promise<void> {
  putConversation(queries, id, { title });
  try {
    const renamed = must(
      await client.PATCH("/api/v1/conversations/{conversation}", {
        params: { path: { conversation: id } },
        body: { title },
      }),
    );
    putConversation(queries, id, { title: renamed.title });
  } finally {
    void queries.invalidateQueries({ queryKey: ALL });
  }
}

export async function deleteConversation(
  queries: QueryClient,
  id: string,
  keepalive: boolean,
): Promise<void> {
  await client.DELETE("/api/v1/conversations/{conversation}", {
    params: { path: { conversation: id } },
    keepalive,
  });
  queries.removeQueries({ queryKey: turnsKey(id) });
  refreshList(queries);
}

export function refreshList(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: LIST });
}

export function refreshTurns(queries: QueryClient, conversation: string): void {
  void queries.invalidateQueries({ queryKey: turnsKey(conversation) });
}

/** Whether there is any document to ask. */
export const anyDocumentQuery = queryOptions({
  queryKey: ["documents", "any"],
  queryFn: async (): Promise<boolean> =>
    must(await client.GET("/api/v1/documents", { params: { query: { limit: 1 } } })).items.length > 0,
});

/** Questions that the documents answer, to begin with. */
export const examplesQuery = queryOptions({
  queryKey: ["documents", "examples"],
  queryFn: async (): Promise<Schemas["Example"][]> =>
    must(await client.GET("/api/v1/questions/examples")).items,
  staleTime: 300_000,
});

/** What is known of a conversation; null while nothing is. */
export function useConversation(conversation: string): Conversation | null {
  const turns = useInfiniteQuery(turnsQuery(conversation));
  return turns.data?.pages[0]?.conversation ?? null;
}
