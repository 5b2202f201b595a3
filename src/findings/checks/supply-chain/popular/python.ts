// Lists well-known Python packages in PyPI's normalized spelling.

export const pythonNames = `
  absl-py accelerate aioboto3 aiobotocore aiofiles aiohappyeyeballs aiohttp aioredis aiosignal aiosqlite airflow alembic
  altair amqp annotated-types ansible anthropic anyio apache-airflow apache-beam apispec appdirs apscheduler arch argcomplete
  argon2-cffi arrow asgiref asn1crypto astroid asttokens astunparse async-timeout asyncpg atlassian-python-api attrs authlib
  autobahn autopep8 autoflake awscli azure-core azure-identity azure-storage-blob babel backoff bandit bcrypt beautifulsoup4
  billiard bitarray black bleach blinker bokeh boto boto3 botocore bottle build cachecontrol cachetools catboost celery
  cerberus certifi cffi cfgv channels chardet charset-normalizer chromadb cleo click click-plugins clikit cloudpickle
  codecov colorama coloredlogs colorlog commonmark confluent-kafka constantly contourpy cookiecutter coverage croniter
  crashtest cryptography cssselect cycler cython dask databricks-sdk dataclasses-json datadog datasets dateparser dbt-core
  debugpy decorator deepdiff defusedxml deprecated diskcache distlib distributed distro django django-cors-headers
  django-debug-toolbar django-environ django-extensions django-filter django-redis django-storages django-stubs
  djangorestframework dnspython docker docker-compose docopt docstring-parser docutils duckdb ecdsa elasticsearch
  email-validator et-xmlfile eventlet exceptiongroup executing faker fastapi fastavro fastjsonschema fastparquet filelock
  fire flake8 flask flask-cors flask-login flask-migrate flask-restful flask-sqlalchemy flask-wtf flit-core fonttools
  freezegun frozenlist fsspec future gensim geopandas gevent gitdb gitpython google-api-core google-api-python-client
  google-auth google-auth-oauthlib google-cloud-bigquery google-cloud-core google-cloud-pubsub google-cloud-storage
  googleapis-common-protos gradio graphene graphql-core graphviz greenlet grpcio grpcio-status grpcio-tools gspread gunicorn
  h11 h5py hatchling hiredis holidays html5lib httpcore httplib2 httptools httpx huggingface-hub humanfriendly hupper
  hypercorn hypothesis identify idna imageio imagesize importlib-metadata importlib-resources inflection iniconfig
  ipykernel ipython ipywidgets isodate isort itsdangerous jaraco-classes jax jedi jeepney jellyfish jinja2 jira jmespath
  joblib json5 jsonpatch jsonpath-ng jsonpickle jsonpointer jsonschema jupyter jupyter-client jupyter-core jupyterlab kafka-python
  keras keyring kiwisolver kombu kubernetes langchain langchain-core langchain-openai langgraph langsmith lazy-object-proxy
  lightgbm litellm llvmlite locust loguru lxml lz4 mako markdown markdown-it-py markupsafe marshmallow matplotlib
  matplotlib-inline mccabe mdurl mistune mkdocs mkdocs-material mlflow mock monotonic more-itertools moto mpmath msal msgpack
  msrest mteb multidict multiprocess mypy mypy-extensions mysqlclient mysql-connector-python nbconvert nbformat neo4j
  nest-asyncio netaddr networkx nltk nodeenv notebook nox numba numexpr numpy oauthlib onnx onnxruntime openai opencv-python
  openpyxl opentelemetry-api opentelemetry-sdk orjson oscrypto overrides packaging pandas pandas-stubs paramiko parso
  passlib pathspec patsy peewee pendulum pexpect phonenumbers pika pillow pip pip-tools pipenv pkginfo platformdirs playwright
  plotly pluggy ply poetry poetry-core polars portalocker pre-commit prettytable prometheus-client prompt-toolkit protobuf
  psutil psycopg psycopg2 psycopg2-binary ptyprocess pure-eval py py4j pyarrow pyasn1 pyasn1-modules pybind11 pycodestyle
  pycparser pycryptodome pycryptodomex pydantic pydantic-core pydantic-settings pydocstyle pydub pyflakes pygithub pygments
  pyinstaller pyjwt pylint pymongo pymysql pynacl pyodbc pyopenssl pyparsing pyperclip pypdf pypdf2 pyproject-hooks pyright
  pyrsistent pyserial pysocks pyspark pytest pytest-asyncio pytest-cov pytest-django pytest-mock pytest-timeout pytest-xdist
  python-crontab python-dateutil python-dotenv python-gitlab python-jose python-json-logger python-magic python-multipart
  python-slugify python-telegram-bot pytorch-lightning pytz pyupgrade pywin32 pyyaml pyzmq qdrant-client rapidfuzz ratelimit
  ray redis referencing regex reportlab requests requests-oauthlib requests-toolbelt responses retry rich rpds-py rsa ruamel-yaml
  ruff s3fs s3transfer safetensors scikit-image scikit-learn scipy scrapy seaborn selenium semver sendgrid sentence-transformers
  sentencepiece sentry-sdk setuptools setuptools-scm shapely shellingham simplejson six slack-sdk smart-open smmap sniffio
  snowballstemmer snowflake-connector-python sortedcontainers soupsieve spacy sphinx sphinx-rtd-theme sqlalchemy sqlfluff
  sqlglot sqlmodel sqlparse stack-data starlette statsmodels stevedore streamlit stripe structlog sympy tabulate tblib
  telethon tenacity tensorboard tensorflow termcolor textblob threadpoolctl tiktoken tokenizers toml tomli tomlkit toolz torch
  torchaudio torchvision tornado tox tqdm traitlets transformers trio twilio twine twisted typeguard typer types-pyyaml
  types-requests typing typing-extensions typing-inspect tzdata tzlocal ujson unidecode uritemplate urllib3 uv uvicorn uvloop
  vcrpy vine virtualenv wandb watchdog watchfiles wcwidth webencodings websocket-client websockets werkzeug wheel whitenoise
  wrapt wtforms xgboost xlrd xlsxwriter xlwt xmltodict yapf yarl youtube-dl yt-dlp zeep zipp zope-interface zstandard
`;
