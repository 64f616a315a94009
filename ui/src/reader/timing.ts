import { useEffect, useState } from "react";

/** Whether it has been here for a while. */
export function useAfter(milliseconds: number): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    if (over) return;
    const timer = setTimeout(() => setOver(true), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds, over]);
  return over;
}
