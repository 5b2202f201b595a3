// Lists well-known Ruby gems, Composer packages and Go modules.

export const gemNames = `
  aasm actioncable actionmailer actionpack actionview active_model_serializers activeadmin activejob activemodel activerecord
  activerecord-import activestorage activesupport acts-as-taggable-on addressable amazing_print annotate ast autoprefixer-rails
  aws-sdk aws-sdk-core aws-sdk-s3 backports bcrypt better_errors bigdecimal bindex binding_of_caller bootsnap bootstrap brakeman
  builder bullet bundler bundler-audit bunny byebug cancancan capistrano capybara carrierwave chartkick childprocess climate_control
  cocoapods coderay coffee-rails coffee-script concurrent-ruby connection_pool crass cucumber dalli database_cleaner dead_end debug
  delayed_job devise devise_invitable diff-lcs docile domain_name doorkeeper dotenv dotenv-rails draper dry-configurable dry-types
  dry-validation elasticsearch em-http-request erubi erubis eventmachine excon execjs factory_bot factory_bot_rails factory_girl faker
  faraday faraday-net_http faraday-retry fastlane ffaker ffi figaro flipper foreman friendly_id geocoder git globalid google-api-client
  google-protobuf grape graphql grpc guard guard-rspec haml haml-rails hashie highline hiredis hotwire-rails http http-cookie httparty
  httpclient i18n i18n-tasks image_processing importmap-rails io-console jbuilder jekyll jquery-rails json json-schema jwt kaminari
  kramdown launchy letter_opener listen lograge loofah lumberjack mail marcel mechanize meta_request method_source mime-types
  mime-types-data mini_magick mini_mime mini_portile2 minitest mocha money money-rails mongoid msgpack multi_json multi_xml multipart-post
  mustermann mysql2 net-http net-imap net-pop net-protocol net-scp net-sftp net-smtp net-ssh newrelic_rpm nio4r nokogiri oauth oauth2 octokit
  oj omniauth omniauth-facebook omniauth-google-oauth2 omniauth-oauth2 overcommit pagy paper_trail paperclip parallel parallel_tests
  paranoia parser pg pg_search pghero premailer-rails pry pry-byebug pry-rails psych public_suffix puma puma_worker_killer pundit racc rack
  rack-attack rack-cors rack-mini-profiler rack-protection rack-proxy rack-test rails rails-controller-testing rails-dom-testing
  rails-html-sanitizer rails-i18n rails_admin railties rainbow rake ransack rb-fsevent rb-inotify rbnacl rdoc redcarpet redis redis-client
  redis-namespace redis-rails regexp_parser responders rest-client rexml roo rouge rqrcode rspec rspec-core rspec-expectations rspec-mocks
  rspec-rails rspec-support rubocop rubocop-ast rubocop-minitest rubocop-performance rubocop-rails rubocop-rspec ruby-openai
  ruby-progressbar ruby-vips ruby2_keywords rubyzip rufus-scheduler sass sass-rails sassc sassc-rails scenic scss_lint sdoc
  selenium-webdriver sequel sentry-rails sentry-ruby shoulda shoulda-matchers sidekiq sidekiq-cron sidekiq-scheduler signet simple_form
  simplecov simplecov-html sinatra slim slim-rails solid_cache solid_queue sorbet spring spring-watcher-listen sprockets sprockets-rails
  sqlite3 state_machines stimulus-rails stripe strong_migrations tailwindcss-rails terser thor thread_safe tilt timecop timeout
  turbo-rails turbolinks twilio-ruby typhoeus tzinfo tzinfo-data uglifier unf unicode-display_width unicorn vcr view_component warden
  web-console webdrivers webmock webpacker webrick websocket-driver whenever will_paginate wisper yajl-ruby yard zeitwerk zip-zip
`;

export const composerNames = `
  aws/aws-sdk-php barryvdh/laravel-debugbar barryvdh/laravel-dompdf barryvdh/laravel-ide-helper brick/math composer/ca-bundle
  composer/composer composer/installers composer/semver dflydev/dot-access-data doctrine/annotations doctrine/cache
  doctrine/collections doctrine/common doctrine/dbal doctrine/doctrine-bundle doctrine/event-manager doctrine/inflector
  doctrine/instantiator doctrine/lexer doctrine/migrations doctrine/orm doctrine/persistence dompdf/dompdf
  dragonmantank/cron-expression egulias/email-validator erusev/parsedown ezyang/htmlpurifier fakerphp/faker filp/whoops
  firebase/php-jwt friendsofphp/php-cs-fixer fruitcake/laravel-cors fzaninotto/faker google/apiclient google/auth google/protobuf
  graham-campbell/result-type guzzlehttp/guzzle guzzlehttp/promises guzzlehttp/psr7 hamcrest/hamcrest-php inertiajs/inertia-laravel
  intervention/image jean85/pretty-package-versions laravel/breeze laravel/fortify laravel/framework laravel/horizon laravel/jetstream
  laravel/passport laravel/pint laravel/prompts laravel/sail laravel/sanctum laravel/scout laravel/serializable-closure
  laravel/socialite laravel/telescope laravel/tinker laravel/ui league/commonmark league/config league/csv league/flysystem
  league/flysystem-aws-s3-v3 league/mime-type-detection league/oauth2-client league/oauth2-server lcobucci/jwt livewire/livewire
  maatwebsite/excel masterminds/html5 mockery/mockery monolog/monolog mpdf/mpdf myclabs/deep-copy nesbot/carbon nette/schema
  nette/utils nikic/fast-route nikic/php-parser nunomaduro/collision nunomaduro/larastan nunomaduro/termwind nyholm/psr7
  paragonie/constant_time_encoding paragonie/random_compat paragonie/sodium_compat pestphp/pest phar-io/manifest phar-io/version
  php-http/discovery phpdocumentor/reflection-common phpdocumentor/reflection-docblock phpdocumentor/type-resolver phpmailer/phpmailer
  phpoffice/phpspreadsheet phpoffice/phpword phpoption/phpoption phpseclib/phpseclib phpspec/prophecy phpstan/phpstan phpunit/php-code-coverage
  phpunit/php-file-iterator phpunit/php-timer phpunit/phpunit predis/predis psr/cache psr/container psr/event-dispatcher
  psr/http-client psr/http-factory psr/http-message psr/log psr/simple-cache psy/psysh pusher/pusher-php-server ralouphie/getallheaders
  ramsey/collection ramsey/uuid rector/rector sebastian/comparator sebastian/diff sebastian/environment sebastian/exporter sebastian/version
  sentry/sentry sentry/sentry-laravel slevomat/coding-standard spatie/laravel-activitylog spatie/laravel-backup spatie/laravel-ignition
  spatie/laravel-medialibrary spatie/laravel-permission squizlabs/php_codesniffer stripe/stripe-php swiftmailer/swiftmailer
  symfony/cache symfony/config symfony/console symfony/css-selector symfony/dependency-injection symfony/dom-crawler symfony/dotenv
  symfony/error-handler symfony/event-dispatcher symfony/filesystem symfony/finder symfony/form symfony/framework-bundle
  symfony/http-client symfony/http-foundation symfony/http-kernel symfony/mailer symfony/mime symfony/options-resolver
  symfony/polyfill-ctype symfony/polyfill-mbstring symfony/polyfill-php80 symfony/process symfony/routing symfony/security-bundle
  symfony/serializer symfony/stopwatch symfony/string symfony/translation symfony/twig-bundle symfony/uid symfony/validator
  symfony/var-dumper symfony/var-exporter symfony/yaml tecnickcom/tcpdf theseer/tokenizer tijsverkoyen/css-to-inline-styles twig/twig
  tymon/jwt-auth vimeo/psalm vlucas/phpdotenv voku/portable-ascii webmozart/assert wikimedia/composer-merge-plugin yajra/laravel-datatables-oracle
`;

export const goModuleNames = `
  cloud.google.com/go/storage github.com/aws/aws-sdk-go github.com/aws/aws-sdk-go-v2 github.com/azure/azure-sdk-for-go
  github.com/beorn7/perks github.com/blang/semver github.com/boltdb/bolt github.com/burntsushi/toml github.com/caarlos0/env
  github.com/cespare/xxhash github.com/charmbracelet/bubbletea github.com/charmbracelet/lipgloss github.com/cli/go-gh
  github.com/containerd/containerd github.com/davecgh/go-spew github.com/dgraph-io/badger github.com/dgrijalva/jwt-go
  github.com/docker/docker github.com/docker/go-connections github.com/docker/go-units github.com/dustin/go-humanize
  github.com/elastic/go-elasticsearch github.com/emicklei/go-restful github.com/evanphx/json-patch github.com/fatih/color
  github.com/fsnotify/fsnotify github.com/gin-gonic/gin github.com/go-chi/chi github.com/go-kit/kit github.com/go-logr/logr
  github.com/go-playground/validator github.com/go-redis/redis github.com/go-sql-driver/mysql github.com/gobwas/glob
  github.com/gofiber/fiber github.com/gogo/protobuf github.com/golang-jwt/jwt github.com/golang-migrate/migrate github.com/golang/glog
  github.com/golang/mock github.com/golang/protobuf github.com/golang/snappy github.com/google/go-cmp github.com/google/go-github
  github.com/google/gofuzz github.com/google/uuid github.com/google/wire github.com/googleapis/gax-go github.com/gorilla/context
  github.com/gorilla/handlers github.com/gorilla/mux github.com/gorilla/sessions github.com/gorilla/websocket
  github.com/grpc-ecosystem/go-grpc-middleware github.com/grpc-ecosystem/grpc-gateway github.com/hashicorp/consul
  github.com/hashicorp/go-getter github.com/hashicorp/go-multierror github.com/hashicorp/go-plugin github.com/hashicorp/go-retryablehttp
  github.com/hashicorp/go-uuid github.com/hashicorp/go-version github.com/hashicorp/golang-lru github.com/hashicorp/hcl
  github.com/hashicorp/vault github.com/inconshreveable/mousetrap github.com/jackc/pgx github.com/jinzhu/gorm github.com/jmoiron/sqlx
  github.com/joho/godotenv github.com/json-iterator/go github.com/julienschmidt/httprouter github.com/klauspost/compress
  github.com/labstack/echo github.com/lib/pq github.com/magiconair/properties github.com/mailru/easyjson github.com/mattn/go-colorable
  github.com/mattn/go-isatty github.com/mattn/go-sqlite3 github.com/microsoft/go-winio github.com/miekg/dns github.com/minio/minio-go
  github.com/mitchellh/go-homedir github.com/mitchellh/mapstructure github.com/modern-go/concurrent github.com/modern-go/reflect2
  github.com/nats-io/nats.go github.com/olekukonko/tablewriter github.com/oklog/ulid github.com/onsi/ginkgo github.com/onsi/gomega
  github.com/opencontainers/image-spec github.com/opencontainers/runc github.com/patrickmn/go-cache github.com/pelletier/go-toml
  github.com/pkg/errors github.com/pmezard/go-difflib github.com/prometheus/client_golang github.com/prometheus/common
  github.com/rabbitmq/amqp091-go github.com/redis/go-redis github.com/robfig/cron github.com/rs/zerolog github.com/russross/blackfriday
  github.com/samber/lo github.com/satori/go.uuid github.com/segmentio/kafka-go github.com/shopify/sarama github.com/shopspring/decimal
  github.com/sirupsen/logrus github.com/spf13/afero github.com/spf13/cast github.com/spf13/cobra github.com/spf13/pflag
  github.com/spf13/viper github.com/stretchr/objx github.com/stretchr/testify github.com/swaggo/swag github.com/testcontainers/testcontainers-go
  github.com/tidwall/gjson github.com/urfave/cli github.com/valyala/fasthttp github.com/vmihailenco/msgpack github.com/zclconf/go-cty
  go.etcd.io/bbolt go.mongodb.org/mongo-driver go.opentelemetry.io/otel go.uber.org/atomic go.uber.org/multierr go.uber.org/zap
  golang.org/x/crypto golang.org/x/exp golang.org/x/mod golang.org/x/net golang.org/x/oauth2 golang.org/x/sync golang.org/x/sys
  golang.org/x/term golang.org/x/text golang.org/x/time golang.org/x/tools google.golang.org/api google.golang.org/genproto
  google.golang.org/grpc google.golang.org/protobuf gopkg.in/yaml.v2 gopkg.in/yaml.v3 gorm.io/gorm k8s.io/api k8s.io/apimachinery
  k8s.io/client-go k8s.io/klog sigs.k8s.io/controller-runtime sigs.k8s.io/yaml
`;
