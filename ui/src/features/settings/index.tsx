import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { Select } from "@/components/field";
import { Notice } from "@/components/notice";
import { PageHeader } from "@/components/page-header";
import { EmptyState, Region, Skeleton } from "@/components/states";
import { isAdmin, useSession } from "@/lib/session";
import { settings as words } from "@/words/en/settings";
import { settingsQuery } from "./queries";
import { SaveBar } from "./save-bar";
import { type Section, sectionsFor } from "./sections";
import { nameOf } from "./setting-model";
import styles from "./settings.module.css";

export function SettingsScreen() {
  const session = useSession();
  const sections = sectionsFor(session);
  const named = useParams()["section"];
  const section = named === undefined ? sections[0] : sections.find(({ name }) => name === named);
  const heading = useRef<HTMLHeadingElement>(null);
  const seen = useRef(named);
  useEffect(() => {
    if (seen.current === named) return;
    seen.current = named;
    heading.current?.focus(); // what was opened is read on from its heading
  }, [named]);
  return (
    <>
      <PageHeader title={words.title} />
      <div className={styles.settings}>
        <Sections sections={sections} chosen={section} />
        <div className={styles.content}>
          {section ? (
            <>
              <h2 ref={heading} tabIndex={-1}>
                {words.sections[section.name]}
              </h2>
              {section.fields && <RestartNotice />}
              <Region key={section.name} fallback={<Skeleton lines={8} height={480} />}>
                <section.Content />
              </Region>
              {isAdmin(session) && <Unsaved />}
            </>
          ) : (
            <EmptyState
              title={words.missing.title}
              actions={<Link to="/settings">{words.missing.back}</Link>}
            >
              {!isAdmin(session) && <p>{words.admin}</p>}
            </EmptyState>
          )}
        </div>
      </div>
    </>
  );
}

interface SectionsProps {
  sections: readonly Section[];
  chosen: Section | undefined;
}

/** A list beside; a choice above where there is no room for one. */
function Sections({ sections, chosen }: SectionsProps) {
  const navigate = useNavigate();
  const groups = (["own", "admin", "about"] as const)
    .map((group) => ({ group, members: sections.filter((section) => section.group === group) }))
    .filter(({ members }) => members.length > 0);
  return (
    <>
      <nav className={styles.list} aria-label={words.navigation}>
        {groups.map(({ group, members }) => (
          <div key={group}>
            <p className={styles.group}>{words.groups[group]}</p>
            <ul>
              {members.map(({ name }) => (
                <li key={name}>
                  <Link
                    to={`/settings/${name}`}
                    className={styles.link}
                    aria-current={chosen?.name === name ? "page" : undefined}
                  >
                    {words.sections[name]}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <div className={styles.choice}>
        <Select
          label={words.section}
          value={chosen?.name ?? ""}
          onChange={(event) => void navigate(`/settings/${event.target.value}`)}
        >
          {groups.map(({ group, members }) => (
            <optgroup key={group} label={words.groups[group]}>
              {members.map(({ name }) => (
                <option key={name} value={name}>
                  {words.sections[name]}
                </option>
              ))}
            </optgroup>
          ))}
        </Select>
      </div>
    </>
  );
}

function RestartNotice() {
  const { data } = useQuery(settingsQuery);
  const waiting = data?.settings.filter(({ waits }) => waits) ?? [];
  if (waiting.length === 0) return null;
  return (
    <Notice>
      <p>{words.restart(waiting.map(({ key }) => nameOf(key)).join(", "))}</p>
    </Notice>
  );
}

function Unsaved() {
  const { data } = useQuery(settingsQuery);
  return data ? <SaveBar all={data.settings} /> : null;
}
