import type { RequestListener } from 'node:http'

/** A listener whose every answer is told to `observe`: its status, and the seconds from the request to its end. */
export function observed(
  listener: RequestListener,
  observe: (status: number, seconds: number) => void,
): RequestListener {
  return (request, response) => {
    const began = performance.now()
    response.once('close', () => observe(response.statusCode, (performance.now() - began) / 1000))
    listener(request, response)
  }
}
