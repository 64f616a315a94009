import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { announce } from "@/lib/announce";
import { copyToClipboard } from "@/lib/clipboard";
import { words } from "@/words";
import { Button, type ButtonProps } from "./button";

interface CopyButtonProps extends Pick<ButtonProps, "tone" | "size"> {
  text: string;
  /** What is copied: "Copy the link". */
  label?: string;
}

/** Copies a text, and says so where it was pressed. */
export function CopyButton({ text, label = words.actions.copy, ...rest }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    if (!(await copyToClipboard({ text }))) return;
    setCopied(true);
    announce(words.actions.copied);
  };
  return (
    <Button {...rest} icon={copied ? <Check /> : <Copy />} onClick={() => void copy()}>
      {copied ? words.actions.copied : label}
    </Button>
  );
}
