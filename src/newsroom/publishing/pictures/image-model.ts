import { createGoogle } from '@ai-sdk/google'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateImage } from 'ai'
import { modelFetch } from '#newsroom/llm/model.ts'
import { readPicture } from '#newsroom/publishing/pictures/variants.ts'

/** An image model: a server at `url` with the OpenAI protocol, or Google's. */
export type ImageModelSettings = { kind: 'compatible' | 'google'; url?: string; model: string; key?: string }

/** Makes the picture of a post and resolves to its file. Rejects if there is none or it cannot be read. */
export type Illustrator = (post: { title: string; excerpt: string; category: string }) => Promise<Uint8Array>

const TIMEOUT_MS = 3 * 60 * 1000

/**
 * Creates an illustrator that requests an abstract print from an image model. `timeout` is in milliseconds, for all attempts
 * together. Throws if a compatible model has no `url` or Google's has no `key`.
 */
export function createIllustrator(
  settings: ImageModelSettings,
  { timeout = TIMEOUT_MS }: { timeout?: number } = {},
): Illustrator {
  const request = requestFor(settings)
  return async (post) => {
    try {
      const { image } = await generateImage({
        ...request,
        prompt: promptFor(post),
        maxRetries: 1,
        abortSignal: AbortSignal.timeout(timeout),
      })
      // The file is stored for later runs, so check that it is a picture.
      await readPicture(image.uint8Array)
      return image.uint8Array
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new Error(`The image model ${settings.model} made no picture for "${post.title}": ${reason}`, { cause })
    }
  }
}

// The shape nearest to 16:9 that each one offers. Compatible servers use the sizes of OpenAI.
function requestFor({ kind, url, model, key }: ImageModelSettings) {
  if (kind === 'google') {
    // Without a key, the library would use one from the environment.
    if (key === undefined) throw new Error(`The image model ${model} needs a key of Google's: set ILLUSTRATOR_KEY.`)
    const provider = createGoogle({ apiKey: key, baseURL: url, fetch: modelFetch })
    return { model: provider.image(model), aspectRatio: '16:9' as const }
  }
  if (url === undefined)
    throw new Error(`The image model ${model} has no address: set ILLUSTRATOR_URL to that of its server.`)
  const provider = createOpenAICompatible({ name: 'illustrator', baseURL: url, apiKey: key, fetch: modelFetch })
  return { model: provider.imageModel(model), size: '1536x1024' as const }
}

function promptFor({ title, excerpt, category }: { title: string; excerpt: string; category: string }): string {
  return `An abstract editorial print, as a screen print in two or three flat inks on paper: one large, calm, geometric
composition that bleeds off the sheet, wide format, the subject in the middle.
It must hold no text, letters or digits, no faces or people, no logos, brands, flags or user interfaces.
The article that it stands over is about ${category.replaceAll('-', ' ')}. Suggest its idea, depict nothing literally.
Title: ${title}
Summary: ${excerpt}`
}
