import {
  autoUpdate,
  flip,
  FloatingPortal,
  offset,
  shift,
  useDismiss,
  useFloating,
  useFocus,
  useHover,
  useInteractions,
} from "@floating-ui/react";
import { cloneElement, type HTMLAttributes, type ReactElement, type Ref, useState } from "react";
import { usePortal } from "./portal";
import styles from "./tooltip.module.css";

interface TooltipProps {
  text: string;
  keys?: string;
  /** One element that takes focus. It has a name of its own: the tooltip only shows it. */
  children: ReactElement<HTMLAttributes<HTMLElement> & { ref?: Ref<HTMLElement> }>;
}

export function Tooltip({ text, keys, children }: TooltipProps) {
  const [open, setOpen] = useState(false);
  const root = usePortal();
  const { refs, floatingStyles, context } = useFloating<HTMLElement>({
    strategy: "fixed",
    open,
    onOpenChange: setOpen,
    placement: "bottom",
    whileElementsMounted: autoUpdate,
    middleware: [offset(6), flip(), shift({ padding: 8 })],
  });
  const { getReferenceProps, getFloatingProps } = useInteractions([
    useHover(context, { delay: { open: 450, close: 0 }, move: false, mouseOnly: true }),
    useFocus(context),
    useDismiss(context, { referencePress: true }),
  ]);
  return (
    <>
      {cloneElement(children, { ref: refs.setReference, ...getReferenceProps(children.props) })}
      {open && (
        <FloatingPortal root={root}>
          <div
            ref={refs.setFloating}
            style={floatingStyles}
            className={styles.tooltip}
            aria-hidden="true"
            {...getFloatingProps()}
          >
            {text}
            {keys !== undefined && <kbd className={styles.keys}>{keys}</kbd>}
          </div>
        </FloatingPortal>
      )}
    </>
  );
}
