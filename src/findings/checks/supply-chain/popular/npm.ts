// Lists well-known npm packages and scopes.

export const npmNames = `
  abort-controller accepts acorn acorn-jsx acorn-walk agent-base ajv ajv-formats ansi-colors ansi-escapes ansi-regex
  ansi-styles ant-design-vue antd anymatch apollo-client apollo-server archiver arg argparse array-flatten array-union asn1
  assert async autoprefixer ava aws-sdk axe-core axios axios-retry babel-eslint babel-jest babel-loader babel-polyfill
  backbone balanced-match base64-js basic-auth bcrypt bcryptjs better-sqlite3 big.js bignumber.js bluebird body-parser
  boolbase bootstrap bowser boxen brace-expansion braces browserify browserslist buffer buffer-from builtin-modules bull
  bullmq busboy bytes c8 cac cacache camelcase caniuse-lite chai chalk chance cheerio chokidar chownr ci-info classnames
  clean-css cli-cursor cli-spinners cli-table cli-table3 cliui clone clsx cluster co color color-convert color-name colorette
  colors combined-stream commander commitizen commitlint compression concat-map concat-stream concurrently connect
  connect-redis consola content-type conventional-changelog cookie cookie-parser cookie-session copy-webpack-plugin core-js
  core-js-compat core-util-is cors cosmiconfig cron cross-env cross-fetch cross-spawn crypto-js css-loader csstype csv-parse
  csv-parser csv-stringify cypress d3 d3-array d3-scale d3-selection danger data-urls date-fns dayjs debug decimal.js
  deep-equal deep-extend deepmerge defu del delayed-stream depd dependency-cruiser destroy detect-libc diff dockerode
  doctrine dom-serializer domhandler dompurify domutils dot-prop dotenv dotenv-cli dotenv-expand drizzle-kit drizzle-orm
  duplexify echarts ee-first ejs electron electron-builder electron-log electron-store element-plus element-ui
  elliptic ember-cli emoji-regex emotion encodeurl end-of-stream enquirer entities enzyme errno error-ex es-abstract
  es-module-lexer es5-ext es6-promise esbuild esbuild-loader esbuild-register escalade escape-html escape-string-regexp
  escodegen eslint eslint-config-airbnb eslint-config-next eslint-config-prettier eslint-plugin-import eslint-plugin-jest
  eslint-plugin-jsx-a11y eslint-plugin-n eslint-plugin-node eslint-plugin-prettier eslint-plugin-promise eslint-plugin-react
  eslint-plugin-react-hooks eslint-plugin-unicorn eslint-plugin-unused-imports eslint-plugin-vue eslint-scope
  eslint-visitor-keys espree esprima esquery estraverse estree-walker esutils etag event-emitter event-stream event-target-shim
  eventemitter3 events eventsource execa exit expect expo express express-rate-limit express-session express-validator
  extend extsprintf fast-check fast-deep-equal fast-glob fast-json-stable-stringify fast-levenshtein fast-xml-parser fastify
  fastq faye-websocket figlet figures file-entry-cache file-loader file-saver file-type fill-range finalhandler find-up
  firebase firebase-admin firebase-tools flat flat-cache flatted flow-bin follow-redirects font-awesome forever form-data
  formidable formik forwarded framer-motion fresh fs-extra fs.realpath fsevents fstream function-bind fuse.js get-stream
  get-port glob glob-parent globals globby google-auth-library googleapis got graceful-fs graphql graphql-request graphql-tag
  graphql-tools graphql-ws gray-matter grunt gulp gzip-size handlebars has-flag hash.js hast-util-to-html he helmet
  highlight.js history hoist-non-react-statics hono html-escaper html-minifier html-webpack-plugin htmlparser2 http-errors
  http-proxy http-proxy-agent http-proxy-middleware http-server https-proxy-agent human-signals husky i18next iconv-lite
  ieee754 ignore image-size immer immutable import-fresh imurmurhash indent-string inflight inherits ini inquirer
  intl-messageformat inversify invariant ioredis ipaddr.js is-arrayish is-buffer is-callable is-ci is-core-module is-docker
  is-extglob is-fullwidth-code-point is-glob is-number is-obj is-plain-obj is-plain-object is-stream is-typedarray is-url
  is-wsl isarray isexe isobject isomorphic-fetch istanbul jasmine jasmine-core jest jest-circus jest-cli jest-diff
  jest-environment-jsdom jest-mock jest-worker jimp jiti joi jose jquery js-base64 js-cookie js-tokens js-yaml jsbn jsdom
  jsesc json-schema json-schema-traverse json-stable-stringify json-stringify-safe json5 jsonc-parser jsonfile jsonparse
  jsonwebtoken jsprim jsx-ast-utils jszip jwt-decode karma katex keycloak-js kind-of kleur klona knex koa koa-bodyparser
  koa-router kysely langchain ldapjs leaflet lerna less less-loader levn lightningcss lilconfig lint-staged listr listr2
  load-json-file loader-utils local-pkg locate-path lodash lodash-es lodash.clonedeep lodash.debounce lodash.get
  lodash.isequal lodash.merge lodash.throttle log-symbols log4js loglevel long loose-envify lottie-web lowdb lru-cache
  lucide-react luxon magic-string magicast mailparser make-dir mapbox-gl markdown-it marked match-sorter material-ui mathjs
  md5 mdast-util-from-markdown media-typer memfs memoize-one meow merge-descriptors merge-stream merge2 mermaid meteor
  method-override methods micromark micromatch mime mime-db mime-types mimic-fn mini-css-extract-plugin minimatch minimist
  minipass mitt mixpanel mkdirp mobx mobx-react mocha mock-fs moment moment-timezone mongodb mongoose monaco-editor morgan
  motion mqtt mri ms msw multer mustache mute-stream mysql mysql2 nan nanoid natural-compare negotiator neo-async nest
  netlify-cli next next-auth next-themes ngx-bootstrap nock node-abi node-addon-api node-cache node-cron node-fetch
  node-forge node-gyp node-gyp-build node-html-parser node-ipc node-notifier node-pty node-releases node-sass node-schedule
  nodemailer nodemon nopt normalize-path normalize.css npm npm-check-updates npm-run-all npm-run-path npmlog nuxt nx nyc
  oauth object-assign object-hash object-inspect object-keys object.assign on-finished once onetime open openai opencv opn
  opener optimist optionator ora os-tmpdir otplib oxlint p-limit p-locate p-map p-queue p-retry p-timeout pac-proxy-agent
  pako papaparse parcel parse-json parse5 parseurl passport passport-google-oauth20 passport-jwt passport-local path-browserify
  path-exists path-is-absolute path-key path-parse path-to-regexp path-type pathe pdf-lib pdf-parse pdfjs-dist pdfkit
  performance-now pg pg-pool phantomjs picocolors picomatch pify pino pino-http pino-pretty pinia pirates pkg-dir pkg-types
  playwright playwright-core plotly.js pm2 pnpm pngjs postcss postcss-cli postcss-import postcss-loader postcss-preset-env
  postcss-selector-parser postcss-value-parser postgres preact prelude-ls prettier prettier-plugin-tailwindcss pretty-bytes
  pretty-format primeng primereact prisma prismjs process-nextick-args progress prom-client promise prompts prop-types
  protobufjs proxy-addr proxy-from-env pump punycode puppeteer puppeteer-core q qrcode qs query-string querystring queue
  quill radix-ui ramda randombytes range-parser raw-body rc rc-util react react-bootstrap react-datepicker react-dnd
  react-dom react-dropzone react-helmet react-hook-form react-hot-toast react-i18next react-icons react-intl react-is
  react-markdown react-modal react-native react-query react-redux react-refresh react-router react-router-dom react-scripts
  react-select react-spring react-table react-test-renderer react-toastify react-transition-group react-virtualized
  react-window read-pkg readable-stream readdirp recast recharts recoil redis redux redux-form redux-persist redux-saga
  redux-thunk reflect-metadata regenerator-runtime rehype-raw rehype-stringify remark remark-gfm remark-parse
  remark-stringify request request-promise require-directory reselect resolve resolve-from restify restore-cursor retry
  reusify rimraf rollup rollup-plugin-dts rollup-plugin-visualizer router run-parallel rxjs safe-buffer safer-buffer
  sanitize-html sass sass-loader sax scheduler semantic-release semver send sentry sequelize serialize-javascript serve
  serve-static serverless set-blocking setprototypeof shadcn sharp shebang-command shelljs should shx side-channel
  signal-exit simple-git simple-git-hooks sinon sinon-chai sirv slash slate slice-ansi slugify smol-toml snyk socket.io
  socket.io-client solc solid-js sonner sortablejs source-map source-map-js source-map-support spdx-license-ids split2
  sprintf-js sqlite3 ssh2 standard standard-version statuses storybook streamsearch string-width string_decoder strip-ansi
  strip-bom strip-json-comments stripe style-loader styled-components styled-jsx stylelint stylus sucrase superagent
  superstruct supertest supports-color svelte svelte-check svelte-preprocess svgo swagger-ui-express swiper swr systeminformation
  table tailwind-merge tailwindcss tap tape tar tar-fs tar-stream telegraf terser terser-webpack-plugin three through
  through2 tiny-invariant tinybench tinyglobby tinypool tinyspy tippy.js tmp to-regex-range toidentifier toml tough-cookie
  tr46 tree-kill ts-jest ts-loader ts-morph ts-node ts-node-dev tsconfig-paths tsd tslib tslint tsup tsx tty-table tunnel
  tunnel-agent turbo type-check type-fest type-is typed-array-buffer typedoc typeorm typescript typescript-eslint
  ua-parser-js uglify-js undici unified unist-util-visit unocss unpipe unplugin unplugin-auto-import unplugin-icons
  unplugin-vue-components unzipper update-notifier uri-js url-join url-loader url-parse use-sync-external-store util
  util-deprecate utils-merge uuid v8-to-istanbul valibot validate-npm-package-name validator valtio vary verdaccio vinyl
  vite vite-node vite-plugin-dts vite-plugin-pwa vite-plugin-svgr vite-tsconfig-paths vitepress vitest vscode vscode-uri
  vue vue-demi vue-eslint-parser vue-i18n vue-loader vue-router vue-template-compiler vue-tsc vueify vuepress vuetify vuex
  wait-on watch watchpack wcwidth web-vitals web3 webdriverio webidl-conversions webpack webpack-bundle-analyzer webpack-cli
  webpack-dev-middleware webpack-dev-server webpack-hot-middleware webpack-merge webpack-node-externals webpack-sources
  websocket whatwg-fetch whatwg-url which wide-align winston word-wrap workbox-webpack-plugin wrangler wrap-ansi wrappy
  write-file-atomic ws xlsx xml-js xml2js xmlbuilder xmlhttprequest xstate xtend y18n yallist yaml yargs yargs-parser yarn
  yauzl yazl yjs yn yocto-queue yup zod zod-to-json-schema zone.js zustand zx
`;

export const npmScopes = `
  actions adobe ai-sdk algolia alicloud ampproject anatine angular angular-devkit angular-eslint anthropic-ai antv apollo
  asamuzakjp astrojs atlaskit aws-amplify aws-cdk aws-crypto aws-sdk azure babel base-ui biomejs bufbuild capacitor
  changesets chakra-ui chromatic-com clerk cloudflare codemirror commitlint cspotcode cypress datadog discordjs
  dnd-kit docusaurus electron emotion esbuild eslint eslint-community expo faker-js fastify fluentui floating-ui formatjs
  fortawesome getsentry google-cloud grafana graphql-codegen graphql-tools grpc hapi headlessui heroicons hono hookform
  hotwired huggingface humanwhocodes iconify inquirer ionic isaacs istanbuljs jest jridgewell jsonjoy langchain lerna lexical
  lezer lit mantine material-ui mdx-js microsoft modelcontextprotocol monaco-editor mswjs mui napi-rs nestjs netlify
  next-auth ngrx noble node-rs nodelib npmcli nrwl nuxt nuxtjs octokit openai opentelemetry oxc-parser oxlint parcel
  percy pinia pkgjs playwright pmmmwh pnpm popperjs postman prettier primevue prisma protobufjs puppeteer radix-ui rails
  react-aria react-email react-hook-form react-native react-native-community react-navigation react-router react-spring
  react-three redocly reduxjs remix-run rollup rspack rushstack salesforce sentry semantic-release serverless shopify sideway
  sinclair sindresorhus sinonjs slack smithy snyk solana solidjs stablelib storybook stripe supabase sveltejs svgr swc
  szmarczak tailwindcss tanstack tauri-apps testing-library tiptap trivago trpc tsconfig tsd turf typechain types
  typescript-eslint ucast unhead unocss uiw unrs vercel verdaccio vitejs vitest volar vscode vue vueuse walletconnect
  webassemblyjs webcomponents webpack-cli xmldom xstate xtuc yarnpkg zag-js
`;
