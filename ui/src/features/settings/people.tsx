import { useSession } from "@/lib/session";
import { Accounts } from "./accounts";
import { FirstAdministrator } from "./first-administrator";
import { Invitations } from "./invitations";
import { Region } from "@/components/states";

/** Accounts and invitations; without any, the way to the first. */
export function PeopleSection() {
  const session = useSession();
  if (!session.accounts) return <FirstAdministrator least={session.min_password} />;
  return (
    <>
      <Accounts own={session.account?.id ?? ""} />
      <Region>
        <Invitations />
      </Region>
    </>
  );
}
