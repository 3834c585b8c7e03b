import { type Json, listOf, objectOf, textOf } from '../json.ts'
import type { Usage } from '../scenarios/language.ts'
import { endOf, frame, type Wire, type WireReply, wholeInput, withoutCacheCreation } from './wire.ts'

const PATH = /\/models\/([^/:]+):(generateContent|streamGenerateContent)$/

const STATUS_WORDS: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
}

/** Gemini's `generateContent` and `streamGenerateContent`. */
export const gemini: Wire = {
  name: 'gemini',
  asks: (path) => PATH.test(path),

  read(path, body) {
    const [, model = '', verb] = PATH.exec(path) ?? []
    const users = listOf(body.contents)
      .map(objectOf)
      .filter((content) => content.role !== 'model')
    const tools = listOf(body.tools).map(objectOf)
    return {
      model,
      streams: verb === 'streamGenerateContent',
      hasTools: tools.some((tool) => listOf(tool.functionDeclarations).length > 0),
      wantsJson: /json/.test(String(objectOf(body.generationConfig).responseMimeType ?? '')),
      userTexts: users.map((content) => textOf(content.parts)),
    }
  },

  stream(reply) {
    const parts = partsOf(reply)
    return parts.map((part, index) => frame(candidateOf(reply, [part], index === parts.length - 1)))
  },

  whole: (reply) => candidateOf(reply, partsOf(reply), true),

  failure: ({ status, message }) => ({
    error: { code: status, message, status: STATUS_WORDS[status] ?? 'UNKNOWN' },
  }),

  said: withoutCacheCreation,
}

function partsOf({ think, say, calls }: WireReply): Json[] {
  const parts: Json[] = []
  if (think !== null) parts.push({ text: think, thought: true })
  for (const text of say ?? []) parts.push({ text })
  for (const { name, input } of calls) {
    parts.push({ functionCall: { name, args: input }, thoughtSignature: 'bGFi' })
  }
  return parts.length > 0 ? parts : [{ text: '' }]
}

function candidateOf(reply: WireReply, parts: readonly Json[], isLast: boolean): Json {
  const finish = isLast ? { finishReason: endOf(reply) === 'limit' ? 'MAX_TOKENS' : 'STOP' } : {}
  return {
    candidates: [{ content: { role: 'model', parts }, index: 0, ...finish }],
    modelVersion: reply.model,
    responseId: `resp-lab${reply.serial}`,
    ...(isLast ? { usageMetadata: usageOf(reply.usage) } : {}),
  }
}

function usageOf(usage: Usage): Json {
  const prompt = wholeInput(usage)
  return {
    promptTokenCount: prompt,
    candidatesTokenCount: usage.output - usage.reasoning,
    totalTokenCount: prompt + usage.output,
    ...(usage.cacheRead > 0 ? { cachedContentTokenCount: usage.cacheRead } : {}),
    ...(usage.reasoning > 0 ? { thoughtsTokenCount: usage.reasoning } : {}),
  }
}
