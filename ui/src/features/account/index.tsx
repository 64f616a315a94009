export { LoginScreen } from "./login";
export { PasswordScreen } from "./password";
export { SessionEnded } from "./session-ended";
export { SignUpScreen } from "./sign-up";
