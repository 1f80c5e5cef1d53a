import type { LanguageModel } from 'ai'
import { boundedSchema } from '#newsroom/local/bounded-schema.ts'
import type { Writer } from '#newsroom/local/writer.ts'
import type { WriterAnswer } from '#newsroom/local/writer-messages.ts'

type LocalModel = Extract<LanguageModel, { specificationVersion: 'v4' }>
type CallOptions = Parameters<LocalModel['doGenerate']>[0]
type Generated = Awaited<ReturnType<LocalModel['doGenerate']>>
type Streamed = Awaited<ReturnType<LocalModel['doStream']>>['stream'] extends ReadableStream<infer Part> ? Part : never

// A draft is long; what is asked for less says so.
const MOST_TOKENS = 4_096

/** A writer on this machine as the library knows models: text and JSON by a schema, whole or piece by piece. */
export function localLanguageModel({ name, writer }: { name: string; writer: Writer }): LocalModel {
  return {
    specificationVersion: 'v4',
    provider: 'local',
    modelId: name,
    supportedUrls: {},
    doGenerate: async (options) => {
      const answer = await writer.ask(questionOf(options), { signal: options.abortSignal })
      return { content: [{ type: 'text', text: answer.text }], ...endOf(answer), warnings: [] }
    },
    doStream: async (options) => ({ stream: streamOf(writer, options) }),
  }
}

function streamOf(writer: Writer, options: CallOptions): ReadableStream<Streamed> {
  const stopped = new AbortController()
  const { abortSignal } = options
  const signal = AbortSignal.any([stopped.signal, ...(abortSignal === undefined ? [] : [abortSignal])])
  return new ReadableStream<Streamed>({
    start: async (controller) => {
      controller.enqueue({ type: 'stream-start', warnings: [] })
      controller.enqueue({ type: 'text-start', id: '1' })
      try {
        const onPiece = (delta: string) => controller.enqueue({ type: 'text-delta', id: '1', delta })
        const answer = await writer.ask(questionOf(options), { signal, onPiece })
        controller.enqueue({ type: 'text-end', id: '1' })
        controller.enqueue({ type: 'finish', ...endOf(answer) })
      } catch (error) {
        // Nobody listens any more.
        if (stopped.signal.aborted) return
        controller.enqueue({ type: 'error', error })
      }
      controller.close()
    },
    cancel: () => stopped.abort(new Error('nobody listens')),
  })
}

function questionOf(options: CallOptions): Parameters<Writer['ask']>[0] {
  const { prompt, responseFormat, maxOutputTokens = MOST_TOKENS, temperature = 0, seed = 1 } = options
  const schema = responseFormat?.type === 'json' ? responseFormat.schema : undefined
  const said = (role: 'system' | 'user') =>
    prompt
      .flatMap((message) => {
        if (message.role !== role) return []
        if (typeof message.content === 'string') return [message.content]
        return message.content.flatMap((part) => (part.type === 'text' ? [part.text] : []))
      })
      .join('\n\n')
  return {
    instructions: said('system'),
    prompt: said('user'),
    schema: schema === undefined ? null : boundedSchema(schema),
    maxOutputTokens,
    temperature,
    seed,
  }
}

function endOf({
  finishReason,
  inputTokens,
  cachedTokens,
  outputTokens,
}: WriterAnswer): Pick<Generated, 'finishReason' | 'usage'> {
  return {
    finishReason: { unified: finishReason, raw: finishReason },
    usage: {
      inputTokens: {
        total: inputTokens,
        noCache: inputTokens - cachedTokens,
        cacheRead: cachedTokens,
        cacheWrite: undefined,
      },
      outputTokens: { total: outputTokens, text: outputTokens, reasoning: undefined },
    },
  }
}
