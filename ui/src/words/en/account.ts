export const account = {
  login: {
    title: "Log in",
    detail: "Your documents, questions and answers are behind this.",
    name: "Name",
    password: "Password",
    submit: "Log in",
    wait: (seconds: number) => `Log in in ${seconds} s`,
    withCode: "I use a second factor",
    code: "Code",
    codeHint: "Six digits from your authenticator, or one of your recovery codes.",
    provider: "Log in with your organisation",
    or: "or",
    signUp: "Make an account",
    forgotten: "Forgotten the password? An administrator can give you a link to set a new one.",
    failed: {
      title: "The login with your organisation did not work",
      remedy: "Try again. If it stays so, log in with name and password, or ask an administrator.",
    },
  },
  signUp: {
    title: "Make an account",
    invited: "You were invited. The invitation makes one account.",
    open: "Everybody who reaches this server may have an account.",
    submit: "Make the account",
    needsInvitation: {
      title: "An account needs an invitation",
      remedy:
        "Ask an administrator for one. If you have a link, open it again: it works until an account was made.",
    },
    off: { title: "Nobody can sign up here", remedy: "Ask an administrator for an account." },
    taken:
      "No account could be opened with this name and password. The name may be taken: choose another one.",
    toLogin: "Log in with an account",
  },
  password: {
    title: "Set a new password",
    detail: "All logins and tokens of the account end.",
    label: "New password",
    submit: "Set the password",
    done: "The password is set. Log in with it.",
    missing: {
      title: "The link is needed once more",
      remedy:
        "For safety this page does not keep it. Open the link that you were given again; it works once, within a day.",
    },
  },
  ended: {
    title: "Log in again",
    detail: "Your login has ended. What you have typed is still there.",
    other: "Log in as somebody else",
  },
} as const;
