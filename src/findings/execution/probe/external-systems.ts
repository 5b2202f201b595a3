// Lists the packages through which code reaches external systems. A closed list; a model may add others.

export interface ExternalSystem {
  /** Display name. */
  name: string;
  /** Package prefixes as imports write them, separated by spaces. */
  script?: string;
  python?: string;
  go?: string;
  rust?: string;
  java?: string;
  /** Calls that do not name the package. */
  calls?: RegExp;
  /** Only `calls` count, because the package has other uses. */
  callsOnly?: true;
}

export const externalSystems: readonly ExternalSystem[] = [
  {
    name: "Stripe",
    script: "stripe @stripe",
    python: "stripe",
    go: "github.com/stripe",
    rust: "stripe",
    java: "com.stripe",
  },
  { name: "PayPal", script: "@paypal paypal-rest-sdk", python: "paypalrestsdk", java: "com.paypal" },
  { name: "Twilio", script: "twilio", python: "twilio", go: "github.com/twilio", java: "com.twilio" },
  { name: "Slack", script: "@slack", python: "slack_sdk slack_bolt", go: "github.com/slack-go", java: "com.slack" },
  { name: "Shopify", script: "@shopify", python: "shopify" },
  { name: "Salesforce", script: "jsforce", python: "simple_salesforce", java: "com.sforce" },
  { name: "Auth0", script: "auth0 @auth0", python: "auth0", java: "com.auth0" },
  {
    name: "the GitHub API",
    script: "@octokit octokit",
    python: "github github3",
    go: "github.com/google/go-github",
    rust: "octocrab",
    java: "org.kohsuke.github",
  },
  {
    name: "a model vendor",
    script: "openai @anthropic-ai @google/genai @google/generative-ai ai @ai-sdk",
    python: "openai anthropic google.generativeai litellm",
    go: "github.com/openai github.com/sashabaranov/go-openai github.com/anthropics",
    rust: "async_openai",
    java: "com.openai com.anthropic dev.langchain4j",
  },
  {
    name: "Firebase",
    script: "firebase firebase-admin",
    python: "firebase_admin",
    go: "firebase.google.com",
    java: "com.google.firebase",
  },
  { name: "Supabase", script: "@supabase", python: "supabase" },
  {
    name: "Snowflake",
    script: "snowflake-sdk",
    python: "snowflake",
    go: "github.com/snowflakedb",
    java: "net.snowflake",
  },
  { name: "dbt", python: "dbt" },
  {
    name: "a cloud service (AWS)",
    script: "aws-sdk @aws-sdk @aws-amplify",
    python: "boto3 botocore aioboto3",
    go: "github.com/aws",
    rust: "aws_sdk_s3 aws_sdk_sqs aws_sdk_dynamodb aws_sdk_lambda aws_sdk_sns aws_config rusoto_core",
    java: "software.amazon.awssdk com.amazonaws",
  },
  {
    name: "a cloud service (Google Cloud)",
    script: "@google-cloud googleapis",
    python: "google.cloud googleapiclient",
    go: "cloud.google.com/go google.golang.org/api",
    java: "com.google.cloud com.google.api",
  },
  {
    name: "a cloud service (Azure)",
    script: "@azure",
    python: "azure",
    go: "github.com/Azure",
    java: "com.azure com.microsoft.azure",
  },
  {
    name: "a SQL database",
    script:
      "pg pg-promise postgres mysql mysql2 mariadb sqlite3 better-sqlite3 node:sqlite mssql oracledb knex sequelize typeorm @prisma drizzle-orm kysely slonik objection @mikro-orm",
    python:
      "psycopg psycopg2 asyncpg sqlite3 aiosqlite sqlalchemy sqlmodel flask_sqlalchemy pymysql MySQLdb mysql django.db peewee tortoise databases",
    go: "github.com/jackc/pgx github.com/jmoiron/sqlx github.com/lib/pq gorm.io entgo.io github.com/uptrace/bun github.com/go-sql-driver",
    rust: "sqlx diesel rusqlite tokio_postgres postgres sea_orm",
    java: "javax.persistence jakarta.persistence org.hibernate org.springframework.jdbc org.springframework.data.jpa org.springframework.data.repository org.jooq org.mybatis org.apache.ibatis com.zaxxer",
  },
  {
    name: "a SQL database",
    go: "database/sql",
    java: "java.sql javax.sql",
    calls:
      /\.(?:Query|QueryRow|Exec|Prepare|Begin|BeginTx|QueryContext|QueryRowContext|ExecContext|PrepareContext|prepareStatement|prepareCall|createStatement|executeQuery|executeUpdate)\(/,
    callsOnly: true,
  },
  {
    name: "MongoDB",
    script: "mongodb mongoose",
    python: "pymongo motor mongoengine",
    go: "go.mongodb.org",
    rust: "mongodb",
    java: "com.mongodb org.springframework.data.mongodb",
  },
  {
    name: "Redis",
    script: "redis ioredis @redis @upstash/redis",
    python: "redis aioredis django_redis",
    go: "github.com/redis github.com/go-redis github.com/gomodule/redigo",
    rust: "redis fred",
    java: "redis.clients io.lettuce org.redisson org.springframework.data.redis",
  },
  {
    name: "Memcached",
    script: "memcached memjs",
    python: "pymemcache pylibmc",
    go: "github.com/bradfitz/gomemcache",
    java: "net.spy.memcached",
  },
  {
    name: "a search engine",
    script: "@elastic elasticsearch @opensearch-project algoliasearch meilisearch typesense",
    python: "elasticsearch opensearchpy algoliasearch meilisearch",
    go: "github.com/elastic github.com/opensearch-project",
    rust: "elasticsearch",
    java: "co.elastic org.elasticsearch org.opensearch",
  },
  {
    name: "a message queue",
    script: "amqplib kafkajs bull bullmq nats mqtt bee-queue rhea @nats-io",
    python: "pika aio_pika kafka confluent_kafka aiokafka kombu nats paho celery rq dramatiq",
    go: "github.com/IBM/sarama github.com/Shopify/sarama github.com/segmentio/kafka-go github.com/rabbitmq github.com/streadway/amqp github.com/nats-io",
    rust: "lapin rdkafka async_nats rumqttc",
    java: "org.apache.kafka org.springframework.kafka org.springframework.amqp com.rabbitmq javax.jms jakarta.jms",
  },
  {
    name: "a mail server",
    script: "nodemailer @sendgrid mailgun.js resend postmark",
    python: "smtplib sendgrid aiosmtplib django.core.mail",
    go: "net/smtp github.com/sendgrid",
    rust: "lettre",
    java: "javax.mail jakarta.mail org.springframework.mail com.sendgrid",
  },
  {
    name: "a gRPC service",
    script: "@grpc @connectrpc",
    python: "grpc grpclib",
    go: "google.golang.org/grpc connectrpc.com",
    rust: "tonic",
    java: "io.grpc",
  },
  {
    name: "an HTTP API",
    script: "axios got node-fetch undici superagent ky request needle cross-fetch @apollo/client urql graphql-request",
    python: "requests httpx aiohttp urllib3 treq",
    go: "github.com/go-resty github.com/hashicorp/go-retryablehttp",
    rust: "reqwest ureq hyper surf isahc",
    java: "okhttp3 retrofit2 org.apache.http org.apache.hc java.net.http feign org.springframework.cloud.openfeign org.springframework.web.client org.springframework.web.reactive.function.client",
  },
  {
    name: "an HTTP API",
    script: "http https http2",
    python: "urllib.request http.client",
    go: "net/http",
    java: "java.net",
    calls:
      /\bhttps?\.(?:request|get)\(|\burlopen\(|\burlretrieve\(|\bHTTPS?Connection\(|\bhttp\.(?:Get|Post|PostForm|Head|NewRequest|NewRequestWithContext)\(|\.Do\(req|\bopenConnection\(|\bHttpURLConnection\b/,
    callsOnly: true,
  },
  {
    name: "another program",
    script: "child_process execa cross-spawn zx shelljs",
    python: "subprocess sh pexpect",
    go: "os/exec",
    rust: "std::process::Command",
    calls: /\bCommand::new\(/,
  },
];

/** Calls without an import, in one language family or in all. */
export const withoutImport: readonly { name: string; family: string | null; calls: RegExp }[] = [
  {
    name: "a SQL database",
    family: null,
    calls:
      /["'`]{1,3}\s{0,20}(?:SELECT\s+\S|INSERT\s+(?:INTO|OR)\s|UPDATE\s+\S{1,80}\s+SET\b|DELETE\s+FROM\s|WITH\s+\w{1,60}\s+AS\s*\()/,
  },
  {
    name: "an HTTP API",
    family: "script",
    calls:
      /(?<![\w.$])(?:(?:globalThis|window|self)\.)?fetch\(|\bnew (?:XMLHttpRequest|WebSocket|EventSource)\(|\bsendBeacon\(/,
  },
  { name: "another program", family: "python", calls: /\bos\.(?:system|popen|exec[lv]\w{0,3}|spawn\w{1,4})\(/ },
  { name: "another program", family: "java", calls: /\bnew ProcessBuilder\(|\bgetRuntime\(\)\.exec\(/ },
  { name: "another program", family: "rust", calls: /\bstd::process::Command::new\(/ },
];
