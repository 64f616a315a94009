import {
  autoUpdate,
  flip,
  FloatingFocusManager,
  FloatingPortal,
  offset,
  shift,
  size,
  useClick,
  useDismiss,
  useFloating,
  useInteractions,
  useListNavigation,
  useRole,
  useTypeahead,
} from "@floating-ui/react";
import { clsx } from "clsx";
import {
  cloneElement,
  type HTMLAttributes,
  type ReactElement,
  type ReactNode,
  type Ref,
  useRef,
  useState,
} from "react";
import styles from "./menu.module.css";
import { usePortal } from "./portal";

export interface MenuItem {
  label: string;
  icon?: ReactNode;
  tone?: "plain" | "loss";
  disabled?: boolean;
  /** For a choice among others. */
  checked?: boolean;
  run: () => void;
}

interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement<HTMLAttributes<HTMLElement> & { ref?: Ref<HTMLElement> }>;
  items: readonly (MenuItem | "line")[];
}

/** More than that is scrolled to, as what the window has no room for. */
const HIGHEST = 480;

/** A menu of actions, by mouse, touch and keyboard (arrows, first letters, Escape). */
export function Menu({ trigger, items }: MenuProps) {
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState<number | null>(null);
  const list = useRef<(HTMLElement | null)[]>([]);
  const actions = items.filter((item) => item !== "line");
  const labels = useRef<string[]>([]);
  labels.current = actions.map((item) => item.label);
  const root = usePortal();
  const { refs, floatingStyles, context } = useFloating<HTMLElement>({
    strategy: "fixed",
    open,
    onOpenChange: setOpen,
    placement: "bottom-start",
    whileElementsMounted: autoUpdate,
    middleware: [
      offset(4),
      flip({ padding: 8 }),
      shift({ padding: 8 }),
      size({
        padding: 8,
        apply: ({ elements, availableHeight }) => {
          elements.floating.style.maxHeight = `${Math.min(HIGHEST, availableHeight)}px`;
        },
      }),
    ],
  });
  const { getReferenceProps, getFloatingProps, getItemProps } = useInteractions([
    useClick(context),
    useRole(context, { role: "menu" }),
    useDismiss(context),
    useListNavigation(context, { listRef: list, activeIndex: active, onNavigate: setActive, loop: true }),
    useTypeahead(context, { listRef: labels, activeIndex: active, onMatch: setActive }),
  ]);
  return (
    <>
      {cloneElement(trigger, { ref: refs.setReference, ...getReferenceProps(trigger.props) })}
      {open && (
        // No guards to keep the order of focus: Tab closes it, and elements that are hidden must not be focused.
        <FloatingPortal root={root} preserveTabOrder={false}>
          <FloatingFocusManager context={context} modal={false} guards={false}>
            <div
              ref={refs.setFloating}
              style={floatingStyles}
              className={styles.menu}
              {...getFloatingProps({
                onKeyDown: (event) => {
                  if (event.key !== "Tab") return;
                  // Before the browser moves on: it does so from where the menu was opened.
                  setOpen(false);
                  if (refs.domReference.current instanceof HTMLElement) refs.domReference.current.focus();
                },
              })}
            >
              {items.map((item, place) => {
                if (item === "line") return <div key={place} role="separator" className={styles.line} />;
                const index = actions.indexOf(item);
                return (
                  <button
                    key={place}
                    type="button"
                    role={item.checked === undefined ? "menuitem" : "menuitemradio"}
                    aria-checked={item.checked}
                    disabled={item.disabled}
                    tabIndex={active === index ? 0 : -1}
                    className={clsx(styles.item, item.tone === "loss" && styles.loss)}
                    {...getItemProps({
                      ref: (element: HTMLElement | null) => {
                        list.current[index] = element;
                      },
                      onClick: () => {
                        setOpen(false);
                        item.run();
                      },
                    })}
                  >
                    <span className={styles.icon} aria-hidden="true">
                      {item.icon}
                    </span>
                    {item.label}
                  </button>
                );
              })}
            </div>
          </FloatingFocusManager>
        </FloatingPortal>
      )}
    </>
  );
}
