import type { ComponentChildren, VNode } from 'preact'
import { type CodePiece, colouredCode, languageOf } from './code-colours.ts'
import { CopyButton } from './copy-button.tsx'

/** Pieces of code, each in its tone. */
export function CodePieces({ pieces }: { pieces: readonly CodePiece[] }): ComponentChildren {
  return pieces.map(({ text, tone }, index) =>
    tone === null ? (
      text
    ) : (
      <span key={index} class={tone}>
        {text}
      </span>
    ),
  )
}

/** A block of code with its language, and a button that copies it. */
export function CodeBlock({ text, language }: { text: string; language: string }): VNode {
  const pieces = colouredCode(text, languageOf(language))
  return (
    <figure class="code">
      <figcaption>
        {language}
        <CopyButton text={text} label="Copy the code" />
      </figcaption>
      <pre class="well nowrap" tabIndex={0}>
        <code>{pieces ? <CodePieces pieces={pieces} /> : text}</code>
      </pre>
    </figure>
  )
}
