import "react";

declare module "react" {
  // Custom properties are set by React through the CSSOM, which the content policy allows.
  // eslint-disable-next-line @typescript-eslint/consistent-indexed-object-style -- an interface can only be added to
  interface CSSProperties {
    [name: `--${string}`]: string | number | undefined;
  }
}
