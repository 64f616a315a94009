import { useLocation } from "react-router";
import { keptPath, placeOf } from "@/lib/return-path";

/** Where somebody was going when the login was asked for, here or before the provider's login failed. */
export function useReturnPath(): string {
  const location = useLocation();
  return returnPath(location.state) ?? (location.pathname === "/login-failed" ? keptPath() : null) ?? "/";
}

export function returnPath(state: unknown): string | null {
  return typeof state === "object" && state !== null && "from" in state ? placeOf(state.from) : null;
}
