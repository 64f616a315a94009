import { Link } from "react-router";
import { EmptyState } from "@/components/states";
import { words } from "@/words";

export function NotFound() {
  return (
    <EmptyState level={1} title={words.shell.notFound.title}>
      <Link to="/ask">{words.shell.notFound.back}</Link>
    </EmptyState>
  );
}
