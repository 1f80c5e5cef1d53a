import { parseHtml } from '#newsroom/sources/feed/html.ts'
import { articleOfPage } from '#newsroom/sources/feed/text.ts'
for (const [n,x] of [['deep', '<div><a>x</a>'.repeat(3000)], ['flat', '<p>one <b>two</b> three</p>'.repeat(40000)]] as const) { const t=performance.now(); try { parseHtml(x,{isPage:true}) } catch(e) {console.log(String(e))} console.log(n, performance.now()-t) }
