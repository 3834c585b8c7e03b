import { lexer, type Token, type Tokens } from 'marked'
import type { ComponentChildren, VNode } from 'preact'
import { CodeBlock } from './code.tsx'

/** Longest text that is read as Markdown; a longer one is shown as it is. */
const MAX_LENGTH = 100_000

/** Markdown as vnodes: nothing is ever inserted as HTML, and a link goes nowhere but to http, https and mail. */
export function Markdown({ text }: { text: string }): VNode {
  if (text.length > MAX_LENGTH) return <div class="md pre">{text}</div>
  return <div class="md">{blocks(lexer(text, { gfm: true }))}</div>
}

/** The address when it is one that a reader may follow, else null. */
export function safeUrl(href: string): string | null {
  return /^(https?:\/\/|mailto:)/i.test(href) ? href : null
}

function blocks(tokens: readonly Token[] | undefined): ComponentChildren {
  return tokens?.map((token, index) => <Block key={index} token={token} />)
}

function Block({ token }: { token: Token }): ComponentChildren {
  switch (token.type) {
    case 'space':
    case 'def':
      return null
    case 'heading':
      return <h3>{inline(token.tokens)}</h3>
    case 'paragraph':
      return <p>{inline(token.tokens)}</p>
    case 'text':
      return token.tokens ? inline(token.tokens) : token.text
    case 'code':
      return <CodeBlock text={token.text} language={token.lang ?? ''} />
    case 'blockquote':
      return <blockquote>{blocks(token.tokens)}</blockquote>
    case 'list':
      return <List list={token as Tokens.List} />
    case 'table':
      return <Table table={token as Tokens.Table} />
    case 'hr':
      return <hr />
    default:
      // HTML of a message is text like any other.
      return <p>{token.raw}</p>
  }
}

function List({ list }: { list: Tokens.List }): VNode {
  const items = list.items.map((item, index) => (
    <li key={index}>
      {item.task && <span aria-label={item.checked ? 'done' : 'open'}>{item.checked ? '☑ ' : '☐ '}</span>}
      {blocks(item.tokens)}
    </li>
  ))
  return list.ordered ? <ol start={Number(list.start) || 1}>{items}</ol> : <ul>{items}</ul>
}

function Table({ table }: { table: Tokens.Table }): VNode {
  return (
    <section class="table-scroll" tabIndex={0} aria-label="Table">
      <table>
        <thead>
          <tr>
            {table.header.map((cell, index) => (
              <th key={index}>{inline(cell.tokens)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, rowIndex) => (
            <tr key={rowIndex}>
              {row.map((cell, index) => (
                <td key={index}>{inline(cell.tokens)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function inline(tokens: readonly Token[] | undefined): ComponentChildren {
  return tokens?.map((token, index) => <Inline key={index} token={token} />)
}

function Inline({ token }: { token: Token }): ComponentChildren {
  switch (token.type) {
    case 'strong':
      return <strong>{inline(token.tokens)}</strong>
    case 'em':
      return <em>{inline(token.tokens)}</em>
    case 'del':
      return <del>{inline(token.tokens)}</del>
    case 'codespan':
      return <code>{token.text}</code>
    case 'br':
      return <br />
    case 'link':
      return <Link href={token.href}>{inline(token.tokens)}</Link>
    case 'image':
      // Pictures of other servers would tell them who reads; the address is shown instead.
      return <Link href={token.href}>{token.text || token.href}</Link>
    case 'text':
      return token.tokens ? inline(token.tokens) : token.text
    case 'escape':
      return token.text
    default:
      return token.raw
  }
}

function Link({ href, children }: { href: string; children: ComponentChildren }): VNode {
  const url = safeUrl(href)
  if (url === null) return <span>{children}</span>
  return (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  )
}
