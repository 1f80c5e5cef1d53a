// The boot of `npm run dev`: React's refresh has to be there before the application.
import '@vitejs/plugin-react/preamble'
import '#site/boot.ts'
