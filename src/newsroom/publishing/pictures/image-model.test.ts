import { text } from 'node:stream/consumers'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { createIllustrator } from '#newsroom/publishing/pictures/image-model.ts'
import { listen } from '../../../../tests/fixtures/serve.ts'

const POST = { title: 'A lock without a key', excerpt: 'Passkeys, explained.', category: 'web-development' }
const PICTURE = await sharp({ create: { width: 96, height: 64, channels: 3, background: '#e33' } })
  .png()
  .toBuffer()

const request = z.object({ model: z.string(), prompt: z.string(), n: z.number(), size: z.string() })
const googleRequest = z.object({
  generationConfig: z.object({ imageConfig: z.object({ aspectRatio: z.string() }) }),
})

test('requests an abstract print once from a compatible server, and sends the key if there is one', async () => {
  const { url, seen } = await serve(200, { created: 1, data: [{ b64_json: PICTURE.toString('base64') }] })
  const draw = createIllustrator({ kind: 'compatible', url: `${url}/v1`, model: 'prints-1', key: 'secret' })
  expect(Buffer.compare(await draw(POST), PICTURE)).toBe(0)
  await createIllustrator({ kind: 'compatible', url: `${url}/v1`, model: 'prints-1' })(POST)
  expect(seen.map(({ path, authorization }) => [path, authorization])).toEqual(
    ['Bearer secret', undefined].map((authorization) => ['POST /v1/images/generations', authorization]),
  )
  const { model, n, size, prompt } = request.parse(JSON.parse(seen[0]?.body ?? ''))
  expect([model, n, size]).toEqual(['prints-1', 1, '1536x1024'])
  for (const words of [POST.title, POST.excerpt, 'web development', 'abstract', 'no text', 'no faces', 'no logos'])
    expect(prompt).toContain(words)
})

test("requests an image from Google with Google's protocol", async () => {
  const part = { inlineData: { mimeType: 'image/png', data: PICTURE.toString('base64') } }
  const reply = { candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP' }] }
  const { url, seen } = await serve(200, reply)
  const draw = createIllustrator({ kind: 'google', url, model: 'gemini-2.5-flash-image', key: 'secret' })
  expect(Buffer.compare(await draw(POST), PICTURE)).toBe(0)
  expect(seen.map(({ path, googleKey }) => [path, googleKey])).toEqual([
    ['POST /models/gemini-2.5-flash-image:generateContent', 'secret'],
  ])
  const { generationConfig } = googleRequest.parse(JSON.parse(seen[0]?.body ?? ''))
  expect(generationConfig.imageConfig.aspectRatio).toBe('16:9')
})

test('rejects with the model and the title if the model refuses or returns an unreadable image', async () => {
  for (const [status, reply] of [
    [400, { error: { message: 'Your prompt was rejected.' } }],
    [200, { created: 1, data: [{ b64_json: Buffer.from('<html>').toString('base64') }] }],
    [200, { created: 1, data: [{ b64_json: PICTURE.subarray(0, PICTURE.length - 30).toString('base64') }] }],
  ] as const) {
    const { url } = await serve(status, reply)
    const drawn = createIllustrator({ kind: 'compatible', url, model: 'prints-1' })(POST)
    await expect(drawn).rejects.toThrow(
      /The image model prints-1 returned no usable image for "A lock without a key": .+/,
    )
  }
})

test('rejects after the timeout', async () => {
  const url = await listen(() => {})
  const drawn = createIllustrator({ kind: 'compatible', url, model: 'prints-1' }, { timeout: 20 })(POST)
  await expect(drawn).rejects.toThrow(/The image model prints-1 returned no usable image .+ timeout/)
})

test('throws if the URL or key is missing', () => {
  expect(() => createIllustrator({ kind: 'compatible', model: 'm' })).toThrow('ILLUSTRATOR_URL')
  expect(() => createIllustrator({ kind: 'google', model: 'm' })).toThrow('ILLUSTRATOR_KEY')
})

type Seen = { path: string; authorization: string | undefined; googleKey: unknown; body: string }

async function serve(status: number, reply: unknown): Promise<{ url: string; seen: Seen[] }> {
  const seen: Seen[] = []
  const url = await listen(async (request, response) => {
    const { authorization, 'x-goog-api-key': googleKey } = request.headers
    seen.push({ path: `${request.method} ${request.url}`, authorization, googleKey, body: await text(request) })
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
  })
  return { url, seen }
}
