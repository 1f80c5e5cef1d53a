import { createGoogle } from '@ai-sdk/google'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateImage } from 'ai'
import { modelFetch } from '#newsroom/llm/model.ts'
import { readPicture } from '#newsroom/publishing/pictures/variants.ts'

/** The settings for an image model: one from Google, or one on a server at `url` that uses the OpenAI protocol. */
export type ImageModelSettings = { kind: 'compatible' | 'google'; url?: string; model: string; key?: string }

/** Requests an image for a post and resolves to its file. Rejects if there is no image or it cannot be read. */
export type Illustrator = (post: { title: string; excerpt: string; category: string }) => Promise<Uint8Array>

const TIMEOUT_MS = 3 * 60 * 1000

/**
 * Creates an illustrator that requests abstract prints from an image model. `timeout` (in milliseconds) limits all
 * attempts together. Throws if a compatible model has no `url` or a Google model has no `key`.
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
      // The file is stored for later runs, so make sure that it is an image.
      await readPicture(image.uint8Array)
      return image.uint8Array
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      const failure = `The image model ${settings.model} returned no usable image for "${post.title}"`
      throw new Error(`${failure}: ${reason}`, { cause })
    }
  }
}

// The size closest to 16:9 that each protocol offers. Compatible servers use OpenAI's sizes.
function requestFor({ kind, url, model, key }: ImageModelSettings) {
  if (kind === 'google') {
    // Without a key, the library would use one from the environment.
    if (key === undefined) throw new Error(`The image model ${model} needs a Google API key. Set ILLUSTRATOR_KEY.`)
    const provider = createGoogle({ apiKey: key, baseURL: url, fetch: modelFetch })
    return { model: provider.image(model), aspectRatio: '16:9' as const }
  }
  if (url === undefined)
    throw new Error(`No URL is set for the image model ${model}. Set ILLUSTRATOR_URL to the URL of its server.`)
  const provider = createOpenAICompatible({ name: 'illustrator', baseURL: url, apiKey: key, fetch: modelFetch })
  return { model: provider.imageModel(model), size: '1536x1024' as const }
}

function promptFor({ title, excerpt, category }: { title: string; excerpt: string; category: string }): string {
  return `An abstract editorial print, as a screen print in two or three flat inks on paper: one large, calm, geometric
composition that bleeds off the sheet, wide format, the subject in the middle.
It must contain no text, letters or digits, no faces or people, no logos, brands, flags or user interfaces.
It illustrates an article about ${category.replaceAll('-', ' ')}. Suggest the idea of the article and depict nothing literally.
Title: ${title}
Summary: ${excerpt}`
}
