// Entry script of `npm run dev`, because React's refresh runtime must be loaded before the application.
import '@vitejs/plugin-react/preamble'
import '#site/start-app.ts'
