import { createHashRouter, Navigate } from "react-router";
import { Skeleton } from "@/components/states";
import { Home } from "./home";
import { NotFound } from "./not-found";
import { ScreenFailed } from "./screen-failed";
import { Shell } from "./shell";

/** Each screen is loaded when it is first opened. Addresses are behind the hash: the server knows one page only. */
export const createRouter = () =>
  createHashRouter([
    {
      element: <Shell />,
      // While the first screen is loaded; the rail appears with it.
      HydrateFallback: Skeleton,
      children: [
        {
          errorElement: <ScreenFailed />,
          children: [
            { index: true, element: <Home /> },
            {
              path: "start",
              lazy: async () => ({ Component: (await import("@/features/start")).StartGuide }),
            },
            {
              path: "ask/:conversation?",
              lazy: async () => ({ Component: (await import("@/features/ask")).AskScreen }),
            },
            {
              path: "library/:collection?",
              lazy: async () => ({ Component: (await import("@/features/library")).LibraryScreen }),
            },
            {
              path: "documents/:document",
              lazy: async () => ({ Component: (await import("@/features/document")).DocumentScreen }),
            },
            {
              path: "compare",
              lazy: async () => ({ Component: (await import("@/features/compare")).CompareScreen }),
            },
            { path: "map", lazy: async () => ({ Component: (await import("@/features/map")).MapScreen }) },
            {
              path: "evaluate/:evaluation?",
              lazy: async () => ({ Component: (await import("@/features/evaluate")).EvaluateScreen }),
            },
            {
              path: "settings/:section?",
              lazy: async () => ({ Component: (await import("@/features/settings")).SettingsScreen }),
            },
            // Where the provider of logins sends people back to.
            { path: "account", element: <Navigate to="/settings/account" replace /> },
            { path: "*", element: <NotFound /> },
          ],
        },
      ],
    },
    {
      errorElement: <ScreenFailed />,
      HydrateFallback: Skeleton,
      children: [
        {
          path: "login",
          lazy: async () => ({ Component: (await import("@/features/account")).LoginScreen }),
        },
        {
          path: "sign-up",
          lazy: async () => ({ Component: (await import("@/features/account")).SignUpScreen }),
        },
        {
          path: "login-failed",
          lazy: async () => ({ Component: (await import("@/features/account")).LoginScreen }),
        },
        {
          path: "invitation/:secret?",
          lazy: async () => ({ Component: (await import("@/features/account")).SignUpScreen }),
        },
        {
          path: "password/:secret?",
          lazy: async () => ({ Component: (await import("@/features/account")).PasswordScreen }),
        },
      ],
    },
  ]);
