import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { RouterProvider } from "react-router";
import { Announcer } from "@/components/announcer";
import { Region } from "@/components/states";
import { ToastHost } from "@/components/toast-host";
import { keepFocus } from "@/lib/keep-focus";
import { createQueryClient } from "@/lib/query-client";
import { watchSession } from "@/lib/session";
import { settlePending } from "@/lib/undo";
import { createRouter } from "./routes";

export function App() {
  const [queries] = useState(createQueryClient);
  const [router] = useState(createRouter);
  useEffect(() => {
    const leave = () => void settlePending();
    window.addEventListener("pagehide", leave);
    return () => window.removeEventListener("pagehide", leave);
  }, []);
  useEffect(() => watchSession(queries), [queries]);
  useEffect(keepFocus, []);
  return (
    <QueryClientProvider client={queries}>
      <Region>
        <RouterProvider router={router} />
      </Region>
      <ToastHost />
      <Announcer />
    </QueryClientProvider>
  );
}
