import bash from 'highlight.js/lib/languages/bash'
import c from 'highlight.js/lib/languages/c'
import cpp from 'highlight.js/lib/languages/cpp'
import csharp from 'highlight.js/lib/languages/csharp'
import css from 'highlight.js/lib/languages/css'
import go from 'highlight.js/lib/languages/go'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import kotlin from 'highlight.js/lib/languages/kotlin'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import ruby from 'highlight.js/lib/languages/ruby'
import rust from 'highlight.js/lib/languages/rust'
import sql from 'highlight.js/lib/languages/sql'
import swift from 'highlight.js/lib/languages/swift'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'
import { createLowlight } from 'lowlight'
import type { CodePiece, CodeTone } from './code-colours.ts'

const lowlight = createLowlight({
  bash,
  c,
  cpp,
  csharp,
  css,
  go,
  java,
  javascript,
  json,
  kotlin,
  php,
  python,
  ruby,
  rust,
  sql,
  swift,
  typescript,
  xml,
  yaml,
})

/** The three tones of the page; everything else keeps the colour of text. */
const TONES: Readonly<Record<string, CodeTone>> = {
  'hljs-keyword': 'c-k',
  'hljs-literal': 'c-k',
  'hljs-built_in': 'c-k',
  'hljs-type': 'c-k',
  'hljs-meta': 'c-k',
  'hljs-name': 'c-k',
  'hljs-attr': 'c-k',
  'hljs-string': 'c-s',
  'hljs-regexp': 'c-s',
  'hljs-number': 'c-s',
  'hljs-comment': 'c-c',
  'hljs-doctag': 'c-c',
}

type Node = { type: string; value?: string; children?: Node[]; properties?: { className?: string[] } }

/** A text in pieces of one tone each; null for a language that is not known. Loaded when the first code is shown. */
export function colourCode(text: string, language: string): CodePiece[] | null {
  if (!lowlight.registered(language)) return null
  const pieces: CodePiece[] = []
  const walk = (node: Node, tone: CodeTone | null): void => {
    if (node.type === 'text') pieces.push({ text: node.value ?? '', tone })
    const own = node.properties?.className?.map((name) => TONES[name]).find(Boolean)
    for (const child of node.children ?? []) walk(child, own ?? tone)
  }
  walk(lowlight.highlight(language, text) as Node, null)
  return pieces
}
