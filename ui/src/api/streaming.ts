import { EventSourceParserStream } from "eventsource-parser/stream";
import { API, ApiError, errorOf, type Schemas, UnreachableError } from "./client";

/** One event of a stream. `Events` names each event's data: `{ stage: Schemas["StageTold"], done: … }`. */
export type StreamEvent<Events> = {
  [Name in keyof Events & string]: { event: Name; data: Events[Name]; id: string };
}[keyof Events & string];

export interface StreamWanted {
  method?: "GET" | "POST";
  body?: unknown;
  signal?: AbortSignal;
  /** The last event that arrived, to go on from there. */
  lastEventId?: string;
}

/**
 * Follow what a path of the API tells, event by event, until it ends.
 *
 * Every stream of the server ends with `done` or `error`. An `error` is thrown as `ApiError`; a connection that breaks
 * before the end, or a server that is not there, as `UnreachableError`; `signal` ends it with an `AbortError`.
 *
 * @param path below the API: "ask/stream".
 */
export async function* follow<Events>(
  path: string,
  { method = "POST", body, signal, lastEventId }: StreamWanted = {},
): AsyncGenerator<StreamEvent<Events>> {
  const headers: Record<string, string> = { Accept: "text/event-stream" };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (lastEventId) headers["Last-Event-ID"] = lastEventId;
  const init: RequestInit = { method, headers };
  if (body !== undefined) init.body = JSON.stringify(body);
  if (signal) init.signal = signal;

  let response: Response;
  try {
    response = await fetch(new URL(path, API), init);
  } catch (error) {
    throw broken(error, signal);
  }
  if (!response.ok) throw await errorOf(response);
  if (!response.body) throw new UnreachableError(null);

  const reader = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  try {
    for (;;) {
      let part: Awaited<ReturnType<typeof reader.read>>;
      try {
        part = await reader.read();
      } catch (error) {
        throw broken(error, signal);
      }
      if (part.done) throw new UnreachableError(null); // it did not say that it ended
      const { event = "message", data, id = "" } = part.value;
      const told: unknown = JSON.parse(data);
      if (event === "error") throw problemOf(told as Schemas["StreamProblem"]);
      yield { event, data: told, id } as StreamEvent<Events>;
      if (event === "done") return;
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

function problemOf(problem: Schemas["StreamProblem"]): ApiError {
  return new ApiError(problem.status, problem.detail, problem.remedy, problem.title);
}

function broken(error: unknown, signal: AbortSignal | undefined): unknown {
  return signal?.aborted ? new DOMException("stopped", "AbortError") : new UnreachableError(error);
}
