import { expect, test } from 'vitest'
import { installTiny, tinyModels } from '../fixtures/newsroom/local-writer.ts'
import { archiveOf, firstOfEach, startForTest } from '../fixtures/newsroom/newsroom.ts'
import { readTimelessStories } from '../fixtures/newsroom/stories.ts'

const stories = firstOfEach(readTimelessStories(), 1)

test('a whole edition by a model of random weights', async () => {
  const { environment } = await tinyModels()
  console.log(await installTiny(environment))
  const newsroom = await startForTest({ stories, storage: environment })
  const began = Date.now()
  const { status, output } = await newsroom.run()
  console.log(output, status, Date.now() - began)
  const { desk } = await archiveOf(newsroom)
  for await (const key of desk.keys('')) console.log(key)
})
