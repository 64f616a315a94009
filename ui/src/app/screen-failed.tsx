import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useRouteError } from "react-router";
import { client, UnreachableError } from "@/api/client";
import { ErrorState } from "@/components/states";

/** What browsers say of a part of the page that they could not fetch; each in its own words. */
const NOT_FETCHED = /dynamically imported module|preload CSS|module script|Load failed|NetworkError/i;

const LOADED_ANEW = "pincite-loaded-anew";
const SOON_MS = 20_000;

/** Once: a file that is missing for good must not keep the page loading for ever. */
function loadAnewOnce(): void {
  const last = Number(sessionStorage.getItem(LOADED_ANEW));
  if (Date.now() - last < SOON_MS) return;
  sessionStorage.setItem(LOADED_ANEW, String(Date.now()));
  location.reload();
}

/**
 * A screen whose files could not be loaded: the server is away, or was replaced by another version meanwhile. Either way
 * the page is loaded anew as soon as the server answers.
 */
export function ScreenFailed() {
  const error = useRouteError();
  const away = error instanceof Error && NOT_FETCHED.test(error.message);
  const back = useQuery({
    queryKey: ["server is back"],
    queryFn: () => client.GET("/api/v1/health"),
    enabled: away,
    retry: false,
    refetchInterval: 2000,
    gcTime: 0,
  });
  useEffect(() => {
    if (back.isSuccess) loadAnewOnce();
  }, [back.isSuccess]);
  return (
    <ErrorState
      error={away ? new UnreachableError(error) : error}
      onRetry={() => (away && !back.isSuccess ? void back.refetch() : location.reload())}
    />
  );
}
