import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import type { Session } from "@/api/shapes";
import { passwordProblem } from "@/lib/password-rules";
import { createQueryClient } from "@/lib/query-client";
import { sessionHasEnded, sessionQuery, watchSession } from "@/lib/session";
import { client, onNotLoggedIn } from "@/api/client";
import { errorText } from "@/lib/error-text";
import { forgetPath, keepPath, keptPath } from "@/lib/return-path";
import { withoutSecret } from "./address-secret";
import { LoginScreen } from "./login";
import { returnPath } from "./return-path";

const ada = {
  id: "a",
  name: "Ada",
  admin: true,
  disabled: false,
  second_factor: false,
  has_password: true,
  linked: false,
  created_at: "2026-05-04T09:30:00.000+00:00",
};
const nobody: Session = {
  account: null,
  scopes: [],
  login_needed: true,
  accounts: true,
  sign_up: "off",
  provider: false,
  min_password: 10,
};
const json = (body: unknown, init: ResponseInit = {}) => Response.json(body, init);

test("goes back to places of this page only", () => {
  expect(returnPath({ from: "/library/5?words=a" })).toBe("/library/5?words=a");
  for (const state of [
    null,
    "/x",
    {},
    { from: 3 },
    { from: "/" },
    { from: "//evil.example" },
    { from: "https://evil.example" },
  ])
    expect(returnPath(state)).toBeNull();
  expect(returnPath({ from: "/\\evil.example" })).toBeNull();
});

test("takes the secret of a link out of the address", () => {
  expect(withoutSecret("https://a.example/room/#/invitation/q3Z_t-0")).toBe(
    "https://a.example/room/#/invitation",
  );
  expect(withoutSecret("http://127.0.0.1:8750/#/password/a/b?c")).toBe("http://127.0.0.1:8750/#/password");
});

test("counts characters of a password as the server does", () => {
  expect(passwordProblem("🦉🦉🦉🦉🦉", "Ada", 10)).toBe("5 characters more.");
  expect(passwordProblem("123456789", "Ada", 10)).toBe("1 character more.");
  expect(passwordProblem("Adalovelace", "adalovelace ", 10)).toBe("The password must not be the name.");
  expect(passwordProblem("four words nobody guesses", "Ada", 10)).toBeUndefined();
});

test("offers the code after a login that failed, and waits as long as the server says", async () => {
  const answers = [
    json(
      { detail: "the name, the password or the code is wrong", remedy: "Check all three." },
      { status: 401 },
    ),
    json(
      { detail: "too many failures", remedy: "Wait 7 seconds." },
      { status: 429, headers: { "Retry-After": "7" } },
    ),
  ];
  const sent: unknown[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const request = input as Request;
    if (request.method === "GET") return json(nobody);
    sent.push(await request.json());
    return answers.shift() ?? json({}, { status: 500 });
  });
  const router = createMemoryRouter([{ path: "/login", element: <LoginScreen /> }], {
    initialEntries: ["/login"],
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText("Name"), " Ada ");
  await user.type(screen.getByLabelText("Password"), "wrong password");
  expect(screen.queryByLabelText("Code")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Log in" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("The name, the password or the code is wrong.");
  await user.type(screen.getByLabelText("Code"), "492 039");
  await user.click(screen.getByRole("button", { name: "Log in" }));
  expect(await screen.findByRole("button", { name: "Log in in 7 s" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  expect(sent).toEqual([
    { name: "Ada", password: "wrong password", code: "" },
    { name: "Ada", password: "wrong password", code: "492 039" },
  ]);
});

test("shows why a login is asked for again, without what programs need", async () => {
  vi.spyOn(globalThis, "fetch").mockImplementation((input) =>
    Promise.resolve(
      (input as Request).method === "POST" && (input as Request).url.endsWith("/session")
        ? json({ detail: "the code is wrong", remedy: "Check it." }, { status: 401 })
        : json({ detail: "this needs a login", remedy: "Give a token." }, { status: 401 }),
    ),
  );
  const ended = vi.fn();
  const stop = onNotLoggedIn(ended);
  const body = { name: "Ada", password: "long enough", code: "1" };
  const refused: unknown = await client.POST("/api/v1/session", { body }).catch((error: unknown) => error);
  expect(errorText(refused)).toEqual({ what: "The code is wrong.", remedy: "Check it." });
  expect(ended).not.toHaveBeenCalled();
  const over: unknown = await client.GET("/api/v1/collections").catch((error: unknown) => error);
  expect(errorText(over).what).toMatch(/^Your login had ended/);
  expect(errorText(over).remedy).toBe("");
  expect(ended).toHaveBeenCalledOnce();
  stop();
});

test("comes back from the provider's login to where one was going, once", () => {
  keepPath("/documents/5?page=3");
  expect(keptPath()).toBe("/documents/5?page=3");
  forgetPath();
  expect(keptPath()).toBeNull();
  keepPath("//evil.example");
  expect(keptPath()).toBeNull();
});

test("keeps who was logged in when the login ends, and asks for it", async () => {
  const queries = createQueryClient();
  const stop = watchSession(queries);
  let session: Session = { ...nobody, account: ada, login_needed: false };
  vi.spyOn(globalThis, "fetch").mockImplementation((input) =>
    Promise.resolve(
      (input as Request).url.endsWith("/session")
        ? json(session)
        : json({ detail: "this needs a login" }, { status: 401 }),
    ),
  );
  await queries.query(sessionQuery);
  expect(sessionHasEnded.get()).toBe(false);

  session = nobody;
  await expect(client.GET("/api/v1/collections")).rejects.toThrow("this needs a login");
  await vi.waitFor(() => expect(sessionHasEnded.get()).toBe(true));
  expect(queries.getQueryData(sessionQuery.queryKey)?.account?.name).toBe("Ada");

  session = { ...nobody, account: ada, login_needed: false };
  await queries.refetchQueries(sessionQuery);
  expect(sessionHasEnded.get()).toBe(false);
  stop();
});
