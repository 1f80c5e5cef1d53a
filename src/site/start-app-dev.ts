// Entry script for `npm run dev`. It loads React's refresh runtime first, because the application needs it.
import '@vitejs/plugin-react/preamble'
import '#site/start-app.ts'
