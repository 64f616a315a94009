import createClient, { type Middleware } from "openapi-fetch";
import type { components, paths } from "./schema";

export type Schemas = components["schemas"];

/** Where the API is, from wherever the page is served. */
export const API = new URL("api/v1/", document.baseURI);

/** An error as the server tells it: what happened, and what helps. */
export class ApiError extends Error {
  override readonly name = "ApiError";

  constructor(
    readonly status: number,
    message: string,
    readonly remedy = "",
    readonly title = "",
    /** When the server says how long to wait. */
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(message);
  }
}

/** The call needs a login, and there is none any more. */
export class NotLoggedInError extends ApiError {}

/** The server was not reached at all. */
export class UnreachableError extends Error {
  override readonly name = "UnreachableError";

  constructor(cause: unknown) {
    super("the server cannot be reached", { cause });
  }
}

const refused = new Set<() => void>();

/** Be told when the server says of any call that it needs a login. */
export function onNotLoggedIn(listener: () => void): () => void {
  refused.add(listener);
  return () => refused.delete(listener);
}

/** What the server says of a call that failed, as an error; of one that needs a login, whoever listens is told, too. */
export function errorFrom(
  status: number,
  problem: Partial<Schemas["Problem"]>,
  wait: number | null,
  login = false,
): ApiError {
  // Where it was to log in, there was no login that could have ended.
  const ended = status === 401 && !login;
  if (ended) refused.forEach((listener) => listener());
  return new (ended ? NotLoggedInError : ApiError)(
    status,
    problem.detail ?? problem.title ?? "",
    problem.remedy ?? "",
    problem.title ?? "",
    wait,
  );
}

/**
 * Turn what went wrong with a response into an `ApiError`, whatever answered: a proxy need not speak JSON.
 *
 * @param login - whether it was to log in.
 */
export async function errorOf(response: Response, login = false): Promise<ApiError> {
  const wait = Number(response.headers.get("Retry-After"));
  let problem: Partial<Schemas["Problem"]>;
  try {
    problem = (await response.json()) as Partial<Schemas["Problem"]>;
  } catch {
    // Not a problem document: only the status is known.
    problem = { title: response.statusText };
  }
  return errorFrom(response.status, problem, Number.isFinite(wait) && wait > 0 ? wait : null, login);
}

const LOGIN: keyof paths = "/api/v1/session";

const honest: Middleware = {
  async onResponse({ response, schemaPath }) {
    if (!response.ok) throw await errorOf(response, schemaPath === LOGIN);
  },
  onError({ error }) {
    return error instanceof DOMException && error.name === "AbortError" ? error : new UnreachableError(error);
  },
};

/**
 * The generated client. Its calls throw `ApiError` or `UnreachableError`; use `data` of what they give by `must`.
 * Paths are whole, `/api/v1/documents`, as the description names them.
 */
export const client = createClient<paths>({
  baseUrl: new URL(".", document.baseURI).href.replace(/\/$/, ""),
  // Looked up at each call: tests put another in its place.
  fetch: (request) => globalThis.fetch(request),
});
client.use(honest);

/** The body of an answer: calls that fail have thrown before. */
export function must<Data>(result: { data?: Data }): Data {
  if (result.data === undefined) throw new ApiError(0, "the server answered without a body");
  return result.data;
}

/** The whole address of what the API names relative to itself, such as `links.image` of a citation. */
export function apiAddress(relative: string): string {
  return new URL(relative, API).href;
}
