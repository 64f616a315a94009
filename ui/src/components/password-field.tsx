import { Eye, EyeOff } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { words } from "@/words";
import { IconButton } from "./button";
import { TextField, type TextFieldProps } from "./field";
import styles from "./password-field.module.css";

interface PasswordFieldProps extends Omit<TextFieldProps, "type" | "className" | "autoComplete"> {
  /** Tells password managers whether to fill in the one kept or to offer a new one. */
  autoComplete: "current-password" | "new-password";
}

/** A password: may be pasted, may be looked at; says when Caps Lock is on. */
export function PasswordField({ hint, ...rest }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const watch = (event: KeyboardEvent) => setCapsLock(event.getModifierState("CapsLock"));
  return (
    <div className={styles.place}>
      <TextField
        type={shown ? "text" : "password"}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        className={styles.input}
        hint={capsLock ? words.password.capsLock : hint}
        onKeyDown={watch}
        onKeyUp={watch}
        {...rest}
      />
      <div className={styles.toggle}>
        <IconButton
          size="s"
          icon={shown ? <EyeOff /> : <Eye />}
          label={shown ? words.password.hide : words.password.show}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        />
      </div>
    </div>
  );
}
