import type { ReactNode } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";

const SAFE = /^(https?:|mailto:)/i;

const components: Components = {
  // A picture of another machine would tell it what is being read.
  img: ({ alt }) => <>{alt}</>,
  a: ({ href, children }): ReactNode =>
    href !== undefined && SAFE.test(href) ? (
      <a href={href} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
    ) : (
      <>{children}</>
    ),
};

/** Markdown of a model: no HTML, no pictures, links to the web and to mail only. */
export function Markdown({ text }: { text: string }) {
  return (
    <ReactMarkdown remarkPlugins={[remarkGfm]} components={components} skipHtml={false}>
      {text}
    </ReactMarkdown>
  );
}
